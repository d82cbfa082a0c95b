// The C++17 interface of Assay: handles close themselves, failures are exceptions. Everything is in this header.

#ifndef ASSAY_HPP
#define ASSAY_HPP

#include "assay.h"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace assay {

// What a call of the library did not do, with its words.
class error : public std::runtime_error {
  public:
    error(assay_status status, const std::string &words) : std::runtime_error(words), status_(status) {}
    assay_status status() const noexcept { return status_; }

  private:
    assay_status status_;
};

namespace detail {

// Takes a text of the library's.
inline std::string taken(char *text) {
    const std::string own = text ? text : "";
    assay_text_free(text);
    return own;
}

// Calls with a place for words; `ends` are statuses that are no failure.
template <class Call> assay_status call(Call &&body, assay_status also = ASSAY_STATUS_OK) {
    char *words = nullptr;
    const assay_status status = body(&words);
    if (status == ASSAY_STATUS_OK || status == also) {
        assay_text_free(words);
        return status;
    }
    throw error(status, taken(words));
}

// A handle that is moved, and closed once.
template <class T, void (*Close)(T *)> class handle {
  public:
    handle() = default;
    handle(handle &&other) noexcept : own_(std::exchange(other.own_, nullptr)) {}
    handle &operator=(handle &&other) noexcept {
        std::swap(own_, other.own_);
        return *this;
    }
    handle(const handle &) = delete;
    handle &operator=(const handle &) = delete;
    ~handle() { Close(own_); }
    T *get() const noexcept { return own_; }
    T **place() noexcept { return &own_; }

  private:
    T *own_ = nullptr;
};

} // namespace detail

// The result of a case.
struct outcome {
    std::vector<std::uint64_t> out;
    std::uint8_t flags = 0;
};

// An operation under a choice of options. Threads may share it.
class operation {
  public:
    explicit operation(const std::string &id, const std::string &options = {}) {
        detail::call([&](char **e) { return assay_op_open(id.c_str(), options.c_str(), own_.place(), e); });
    }

    std::size_t operand_words() const { return assay_op_operand_words(own_.get()); }
    std::size_t result_words() const { return assay_op_result_words(own_.get()); }
    std::size_t operands() const { return assay_op_operands(own_.get()); }
    std::size_t results() const { return assay_op_results(own_.get()); }

    assay_shape operand(std::size_t index) const {
        assay_shape shape{};
        detail::call([&](char **e) { return assay_op_operand(own_.get(), index, &shape, e); });
        return shape;
    }

    assay_shape result(std::size_t index) const {
        assay_shape shape{};
        detail::call([&](char **e) { return assay_op_result(own_.get(), index, &shape, e); });
        return shape;
    }

    // A case: all operands' words, one operand after the other.
    outcome operator()(const std::vector<std::uint64_t> &x) const {
        outcome made{std::vector<std::uint64_t>(result_words()), 0};
        detail::call([&](char **e) {
            return assay_evaluate(own_.get(), x.data(), x.size(), made.out.data(), made.out.size(), &made.flags, e);
        });
        return made;
    }

    // The same with the rounding of a number of RISC-V's `frm`.
    outcome with_frm(std::uint32_t frm, const std::vector<std::uint64_t> &x) const {
        outcome made{std::vector<std::uint64_t>(result_words()), 0};
        detail::call([&](char **e) {
            return assay_evaluate_frm(own_.get(), frm, x.data(), x.size(), made.out.data(), made.out.size(), &made.flags, e);
        });
        return made;
    }

    std::string explain(const std::vector<std::uint64_t> &x) const {
        char *text = nullptr;
        detail::call([&](char **e) { return assay_explain(own_.get(), x.data(), x.size(), &text, e); });
        return detail::taken(text);
    }

    std::string open_decisions(const std::vector<std::uint64_t> &x) const {
        char *text = nullptr;
        detail::call([&](char **e) { return assay_open_decisions(own_.get(), x.data(), x.size(), &text, e); });
        return detail::taken(text);
    }

    // Nothing where the result is right, else what is wrong with it.
    std::optional<std::string> compare(const std::vector<std::uint64_t> &x, const std::vector<std::uint64_t> &out,
                                       std::optional<std::uint8_t> flags = {}, assay_policy policy = {}) const {
        char *report = nullptr;
        const auto status = detail::call(
            [&](char **e) {
                return assay_compare(own_.get(), x.data(), x.size(), out.data(), out.size(), flags ? &*flags : nullptr,
                                     &policy, &report, e);
            },
            ASSAY_STATUS_DIFFERS);
        if (status == ASSAY_STATUS_OK) {
            return std::nullopt;
        }
        return detail::taken(report);
    }

    const assay_op *get() const noexcept { return own_.get(); }

  private:
    detail::handle<assay_op, assay_op_close> own_;
};

// Coverage, case by case.
class coverage {
  public:
    coverage() {
        detail::call([&](char **e) { return assay_coverage_open(own_.place(), e); });
    }

    void take(const operation &op, const std::vector<std::uint64_t> &x) {
        detail::call([&](char **e) { return assay_coverage_case(own_.get(), op.get(), x.data(), x.size(), e); });
    }

    // Goals hit, and goals that can be reached.
    std::pair<std::uint64_t, std::uint64_t> counts() const {
        std::pair<std::uint64_t, std::uint64_t> found;
        detail::call([&](char **e) { return assay_coverage_counts(own_.get(), &found.first, &found.second, e); });
        return found;
    }

    std::string report(std::size_t holes = 10) const {
        char *text = nullptr;
        detail::call([&](char **e) { return assay_coverage_report(own_.get(), holes, &text, e); });
        return detail::taken(text);
    }

  private:
    detail::handle<assay_coverage, assay_coverage_close> own_;
};

// Cases as `assay gen` draws them.
class draw {
  public:
    draw(const operation &op, const std::string &cover, std::uint64_t count = 65536, std::uint64_t seed = 0,
         const std::string &shard = {})
        : words_(op.operand_words()) {
        detail::call([&](char **e) {
            return assay_draw_open(op.get(), cover.c_str(), count, seed, shard.c_str(), own_.place(), e);
        });
    }

    std::uint64_t left() const { return assay_draw_left(own_.get()); }

    // The next case's operands; nothing behind the last.
    std::optional<std::vector<std::uint64_t>> next() {
        std::vector<std::uint64_t> x(words_);
        const auto status = detail::call(
            [&](char **e) { return assay_draw_next(own_.get(), x.data(), x.size(), e); }, ASSAY_STATUS_END);
        if (status == ASSAY_STATUS_END) {
            return std::nullopt;
        }
        return x;
    }

  private:
    detail::handle<assay_draw, assay_draw_close> own_;
    std::size_t words_;
};

// A machine, its state and its programs.
class machine {
  public:
    explicit machine(const std::string &name, const std::string &parameters = {}) {
        detail::call([&](char **e) { return assay_machine_open(name.c_str(), parameters.c_str(), own_.place(), e); });
    }

    void load(const std::string &source, std::uint32_t core = 0) {
        detail::call([&](char **e) { return assay_machine_load(own_.get(), core, source.data(), source.size(), e); });
    }

    void load_file(const std::string &path, std::uint32_t core = 0) {
        detail::call([&](char **e) { return assay_machine_load_file(own_.get(), core, path.c_str(), e); });
    }

    // What the program wrote. 0 is the machine's own limit of steps.
    std::string run(std::uint64_t limit = 0) {
        char *text = nullptr, *words = nullptr;
        const auto status = assay_machine_run(own_.get(), limit, &text, &words);
        const std::string output = detail::taken(text), why = detail::taken(words);
        if (status != ASSAY_STATUS_OK) {
            throw error(status, why);
        }
        return output;
    }

    // So many steps further: whether the programs go on. `output` gets what they wrote.
    bool step(std::uint64_t steps = 1, std::string *output = nullptr) {
        char *text = nullptr, *words = nullptr;
        const auto status = assay_machine_step(own_.get(), steps, &text, &words);
        const std::string written = detail::taken(text), why = detail::taken(words);
        if (status != ASSAY_STATUS_OK && status != ASSAY_STATUS_END) {
            throw error(status, why);
        }
        if (output != nullptr) {
            *output = written;
        }
        return status == ASSAY_STATUS_OK;
    }

    std::string get(const std::string &target, std::size_t units = 1) {
        char *text = nullptr;
        detail::call([&](char **e) { return assay_machine_get(own_.get(), target.c_str(), units, &text, e); });
        return detail::taken(text);
    }

    void set(const std::string &target, const std::string &value) {
        detail::call([&](char **e) { return assay_machine_set(own_.get(), target.c_str(), value.c_str(), e); });
    }

    std::string dump() {
        char *text = nullptr;
        detail::call([&](char **e) { return assay_machine_dump(own_.get(), &text, e); });
        return detail::taken(text);
    }

  private:
    detail::handle<assay_machine, assay_machine_close> own_;
};

} // namespace assay

#endif
