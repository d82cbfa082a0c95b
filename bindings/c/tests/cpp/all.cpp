// The C++ interface. Ends with 0 where all is as it must be.

#include "assay.hpp"

#include <atomic>
#include <iostream>
#include <thread>

static int failed;

#define IS(what)                                                                                                       \
    if (!(what)) {                                                                                                     \
        std::cerr << __FILE__ << ":" << __LINE__ << ": not so: " #what "\n";                                           \
        failed = 1;                                                                                                    \
    }

template <class Call> static void refused(int line, Call &&call, assay_status status, const std::string &words) {
    try {
        call();
    } catch (const assay::error &e) {
        if (e.status() == status && std::string(e.what()).find(words) != std::string::npos) {
            return;
        }
        std::cerr << e.status() << " " << e.what() << "\n";
    }
    std::cerr << "line " << line << ": not refused so: " << words << "\n";
    failed = 1;
}
#define REFUSED(call, status, words) refused(__LINE__, [&] { (void)(call); }, status, words)

int main() {
    const assay::operation fma("ieee.f32.fma", "rm=rup");
    const auto made = fma({0x3f800000, 0x3f800000, 0x00800000});
    IS(made.out[0] == 0x3f800001 && made.flags == 1);
    IS(fma.with_frm(1, {0x3f800000, 0x3f800000, 0x00800000}).out[0] == 0x3f800000);
    IS(fma.operands() == 3 && fma.results() == 1 && fma.operand(0).bits == 32 && fma.result(0).bits == 32);
    IS(!fma.compare({0x3f800000, 0x3f800000, 0x00800000}, {0x3f800001}, std::uint8_t{1}));
    const auto report = fma.compare({0x3f800000, 0x3f800000, 0x00800000}, {0x3f800000});
    IS(report && report->find("ieee.f32.fma rm=rup") != std::string::npos);
    IS(fma.explain({0x3f800000, 0x3f800000, 0x00800000}).find("3f800001") != std::string::npos);
    IS(fma.open_decisions({0, 0, 0}).empty());
    REFUSED(fma({1, 2}), ASSAY_STATUS_SHAPE, "operand 2");
    REFUSED(fma.with_frm(7, {1, 2, 3}), ASSAY_STATUS_NAME, "frm 7");
    REFUSED(assay::operation("ieee.f32.fam"), ASSAY_STATUS_NAME, "ieee.f32.fma");

    // Threads share an operation.
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (std::uint64_t at = 0; at < 4; at++) {
        threads.emplace_back([&, at] {
            assay::draw draw(fma, "random", 4000, 7, std::to_string(at + 1) + "/4");
            while (const auto x = draw.next()) {
                const auto own = fma(*x);
                wrong += fma.compare(*x, own.out, own.flags).has_value();
            }
        });
    }
    for (auto &thread : threads) {
        thread.join();
    }
    IS(wrong == 0);

    assay::coverage coverage;
    assay::draw draw(fma, "random", 1000);
    IS(draw.left() == 1000);
    while (const auto x = draw.next()) {
        coverage.take(fma, *x);
    }
    const auto [hit, reachable] = coverage.counts();
    IS(hit > 0 && hit < reachable);
    IS(coverage.report(3).find("holes, 3 of") != std::string::npos);

    assay::machine machine("mncore2");
    machine.load("imm i\"5\" $lr0v\nd getf $lr0n0c0b0m0p0 1\n");
    IS(machine.run().rfind("DEBUG-GREG0(n0c0b0m0p0,0):", 0) == 0);
    {
        assay::machine stepped("mncore2");
        stepped.load("imm i\"5\" $lr0v\nnop/4\nd getf $lr0n0c0b0m0p0 1\n");
        std::string written, all;
        while (stepped.step(1, &written)) {
            all += written;
        }
        IS((all + written).rfind("DEBUG-GREG0(n0c0b0m0p0,0):", 0) == 0);
    }
    auto moved = std::move(machine);
    IS(!moved.run().empty());
    REFUSED(moved.load("nonsense\n"), ASSAY_STATUS_PROGRAM, "line 1");
    REFUSED(machine.run(), ASSAY_STATUS_POINTER, "`machine` is NULL");
    return failed;
}
