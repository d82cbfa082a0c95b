"""Near: norms, linear algebra, recurrent cells, losses, metrics, optimisers."""

import numpy as np

from .case import codes, dtype, evaluate
from .near import SLACK, Near, laid, plain, word

EPSILON = float(np.float32(1e-5))


def norms(rows):
    for turn in range(4):
        unit, form, sizes = ("fp32", "fp16")[turn % 2], turn // 2, (4, 2, 3)
        x, weight, bias = plain(rows, sizes, unit), plain(rows, 4, unit), plain(rows, 4, unit)
        mean, variance = plain(rows, 4, unit), plain(rows, 4, unit, 0.1, 2)
        batch = plain(rows, (2, *sizes), unit)
        case = Near("ai.batch_norm", rows.draw)
        case.source("fm", codes(np.stack([laid(x, form) for x in batch]), unit), unit)
        for field, values in (("weight", weight), ("bias", bias), ("mean", mean), ("variance", variance)):
            case.source(field, codes(values, unit), unit)
        case.fields.update(fm_unit=unit, data_format=form, batch_num=2, fc=4, i_h=2, i_w=3)
        y = evaluate("BatchNormalization", [batch, weight, bias, mean, variance], epsilon=EPSILON)
        case.close("d", np.stack([laid(x, form) for x in y]), unit, floor=16 * SLACK)
        rows.add(case, "BatchNormalization")
        found = {
            "instance": evaluate("InstanceNormalization", [x[None], weight, bias], epsilon=EPSILON)[0],
            "layer": np.moveaxis(layer(np.moveaxis(x, 0, 2), weight, bias), 2, 0),
            "group": evaluate("GroupNormalization", [x[None], weight, bias], epsilon=EPSILON, num_groups=2)[0],
        }
        for name, y in found.items():
            case = Near(f"ai.{name}_norm", rows.draw)
            for field, values in (("fm", laid(x, form)), ("weight", weight), ("bias", bias)):
                case.source(field, codes(values, unit), unit)
            case.fields.update(fm_unit=unit, data_format=form, fc=4, i_h=2, i_w=3)
            if name == "group":
                case.fields["group_num"] = 2
            # The evaluator's group norm works in fp32.
            loose = {"ulps": 4, "floor": 2.0**-22} if name == "group" else {"floor": 2.0**-38}
            case.close("d", laid(y, form), unit, **loose)
            rows.add(case, {"instance": "InstanceNormalization", "layer": "NumPy", "group": "GroupNormalization"}[name])
        size = rows.draw.below(1, 4)
        alpha, beta, shift = (float(np.float32(v)) for v in (0.3, 0.75, 1.5))
        y = local(x, size, alpha, beta, shift)
        case = Near("ai.lrn_norm", rows.draw, defaults=True)
        case.source("p0", codes(laid(x, form), unit), unit)
        case.fields.update(unit=unit, flag16=form, w0=4, w1=2, w2=3, w3=size, w4=word(alpha), w5=word(beta), w6=word(shift))
        case.close("p1", laid(y, form), unit)
        rows.add(case, "NumPy")
        for name, p in (("lp", 1), ("lp", 2), ("l2", 2)):
            axis = rows.draw.below(1, 3)
            # The evaluator forgets the magnitudes of p = 1.
            size = abs(x).sum(axis - 1, keepdims=True)
            y = x / size if p == 1 else evaluate("LpNormalization", [x], axis=axis - 1, p=p)
            case = Near(f"ai.{name}_norm", rows.draw, defaults=True)
            case.source("p0", codes(laid(x, form), unit), unit)
            case.fields.update(unit=unit, flag16=form, w0=4, w1=2, w2=3, w3=axis, w4=p)
            case.close("p1", laid(y, form), unit)
            rows.add(case, "NumPy" if p == 1 else "LpNormalization")


def local(x, size, alpha, beta, bias):
    """The published formula of LRN: ONNX's evaluator takes the batch for the channels."""
    found = np.zeros_like(x)
    for c in range(len(x)):
        around = x[max(0, c - (size - 1) // 2) : c + size // 2 + 1]
        found[c] = x[c] / (bias + alpha / size * (around**2).sum(0)) ** beta
    return found


def layer(x, weight, bias):
    """The published formula over the last axis: ONNX's operator computes in fp32."""
    mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + EPSILON) * weight + bias


def algebra(rows):
    for turn in range(4):
        unit = ("fp32", "fp16")[turn % 2]
        a = plain(rows, (4, 4), unit) + 4 * np.eye(4)
        a = a.astype(dtype(unit)).astype("float64")
        b = plain(rows, (4, 2), unit)
        floor = 2.0**-40
        case = Near("base.inverse", rows.draw)
        case.source("s", codes(a, unit), unit)
        case.fields.update(i_h=4, i_w=4, src_unit=unit)
        case.close("d", np.linalg.inv(a), unit, floor=floor)
        rows.add(case, "numpy.linalg.inv")
        case = Near("base.solve", rows.draw, defaults=True)
        case.source("p0", codes(a, unit), unit)
        case.source("p1", codes(b, unit), unit)
        case.fields.update(unit=unit, w0=4, w1=2)
        case.close("p2", np.linalg.solve(a, b), unit, floor=floor)
        rows.add(case, "numpy.linalg.solve")
        tall = plain(rows, (5, 3), unit) + np.vstack([3 * np.eye(3), np.zeros((2, 3))])
        tall = tall.astype(dtype(unit)).astype("float64")
        sides = plain(rows, (5, 2), unit)
        case = Near("base.lstsq", rows.draw)
        case.source("s", codes(tall, unit) + codes(sides, unit), unit)
        case.fields.update(m=5, n=3, k=2, src_unit=unit)
        case.close("d", np.linalg.lstsq(tall, sides, rcond=None)[0], unit, floor=floor)
        rows.add(case, "numpy.linalg.lstsq")
        q, r = np.linalg.qr(tall)
        signs = np.sign(np.diag(r))
        case = Near("base.qr", rows.draw)
        case.source("s", codes(tall, unit), unit)
        case.fields.update(i_h=5, i_w=3, src_unit=unit)
        case.close("d0", q * signs, unit, floor=floor)
        case.close("d1", r * signs[:, None], unit, floor=floor)
        rows.add(case, "numpy.linalg.qr, the diagonal positive")
        whole = (a @ a.T).astype(dtype(unit)).astype("float64")
        whole = np.tril(whole) + np.tril(whole, -1).T
        case = Near("base.cholesky", rows.draw)
        case.source("s", codes(whole, unit), unit)
        case.fields.update(i_h=4, i_w=4, src_unit=unit)
        case.close("d", np.linalg.cholesky(whole), unit, floor=floor)
        rows.add(case, "numpy.linalg.cholesky")


def recurrent(rows):
    """Each gate sum, each activation, each state is rounded: some units in the last place, more for later steps."""
    for turn in range(6):
        unit, cell = ("fp32", "fp16")[turn % 2], turn >= 4
        steps, batch, inputs, hidden = (1 if cell else 3), 2, 3, 2
        absolute = 16 * (2.0**-24 if unit == "fp32" else 2.0**-11)
        for name, gates in {"lstm": 4, "gru": 3, "rnn": 1}.items():
            x = plain(rows, (steps, batch, inputs), unit)
            w, r = plain(rows, (1, gates * hidden, inputs), unit, -1, 1), plain(rows, (1, gates * hidden, hidden), unit, -1, 1)
            b, h = plain(rows, (1, 2 * gates * hidden), unit, -1, 1), plain(rows, (1, batch, hidden), unit, -1, 1)
            c, reset = plain(rows, (1, batch, hidden), unit, -1, 1), rows.draw.below(0, 1) if name == "gru" else 0
            more = {"linear_before_reset": reset} if name == "gru" else {}
            given = [x, w, r, b, None, h, c] if name == "lstm" else [x, w, r, b, None, h]
            found = evaluate(name.upper(), given, outputs=3 if name == "lstm" else 2, hidden_size=hidden, **more)
            case = Near(f"ai.{name}_cell" if cell else f"ai.{name}", rows.draw, defaults=True)
            for field, values in zip(("p0", "p1", "p2", "p3", "p4"), (x, w, r, b, h)):
                case.source(field, codes(values, unit), unit)
            if name == "lstm":
                case.source("p5", codes(c, unit), unit)
            case.fields.update(unit=unit, flag16=reset, w0=steps, w1=batch, w2=inputs, w3=hidden)
            for field, values in zip(("p6", "p7", "p8"), found):
                case.close(field, values, unit, ulps=4, floor=absolute)
            rows.add(case, name.upper())


def losses(rows):
    for turn in range(6):
        unit, way = ("fp32", "fp16")[turn % 2], turn % 3
        p, t = plain(rows, (3, 4), unit, -3, 3), plain(rows, (3, 4), unit, -3, 3)
        part, share = plain(rows, (3, 4), unit, 0.1, 0.9), plain(rows, (3, 4), unit, 0.1, 0.9)
        labels = np.asarray([rows.draw.below(0, 3) for _ in range(3)])
        name = ("mean", "sum", "none")[way]
        beta = float(np.float32(rows.draw.random.uniform(0.5, 2)))
        reduced = {"mean": np.mean, "sum": np.sum, "none": lambda v: v}[name]
        gap = abs(p - t)
        logs = evaluate("LogSoftmax", [p], axis=1)
        found = {
            "mse_loss": (p, t, reduced((p - t) ** 2)), "l1_loss": (p, t, reduced(gap)),
            "log_loss": (part, share, reduced(-(share * np.log(part) + (1 - share) * np.log(1 - part)))),
            "smooth_l1_loss": (p, t, reduced(np.where(gap < beta, gap * gap / 2 / beta, gap - beta / 2))),
            "kldiv_loss": (p, share, reduced(share * (np.log(share) - p))),
            "soft_margin_loss": (p, t, reduced(np.log1p(np.exp(-t * p)))),
            "cross_entropy": (p, share, reduced(-(share * logs).sum(1))),
            "sparse_cross_entropy_loss": (p, labels, evaluate("SoftmaxCrossEntropyLoss", [p, labels], reduction=name)),
            "nll_loss": (p, labels, evaluate("NegativeLogLikelihoodLoss", [p, labels], reduction=name)),
        }
        for loss, (first, second, y) in found.items():
            case = Near(f"ai.{loss}", rows.draw, defaults=True)
            case.source("p0", codes(first, unit), unit)
            other = unit if second.dtype.kind == "f" else "sint32"
            case.source("p1", codes(second, other), other)
            case.fields.update(unit=unit, unit2=other, flag16=way, w0=3, w1=4)
            if loss == "smooth_l1_loss":
                case.fields["w2"] = word(beta)
            case.close("p2", y, unit, floor=64 * SLACK)
            rows.add(case, "ONNX" if second is labels else "NumPy")
        epsilon = float(np.float32(0.1))
        case = Near("ai.label_smooth", rows.draw, defaults=True)
        case.source("p0", codes(part, unit), unit)
        case.fields.update(unit=unit, w0=3, w1=4, w2=word(epsilon))
        case.close("p1", (1 - epsilon) * part + epsilon / 4, unit)
        rows.add(case, "NumPy")
        metrics(rows, unit)


def metrics(rows, unit):
    """ACCURACY and AUC by counting."""
    scores = plain(rows, (5, 3), unit)
    labels = np.asarray([rows.draw.below(0, 2) for _ in range(5)])
    case = Near("ai.accuracy", rows.draw, defaults=True)
    case.source("p0", codes(scores, unit), unit)
    case.source("p1", codes(labels, "uint8"), "uint8")
    case.fields.update(unit=unit, unit2="uint8", w0=5, w1=3)
    case.close("p2", np.mean(scores.argmax(1) == labels), unit)
    rows.add(case, "NumPy argmax")
    scores = np.asarray(rows.draw.small(9, 3), "float64")
    labels = np.asarray([1, 0, *(rows.draw.below(0, 1) for _ in range(7))])
    gap = scores[labels == 1][:, None] - scores[labels == 0]
    case = Near("ai.auc", rows.draw, defaults=True)
    case.source("p0", codes(scores, unit), unit)
    case.source("p1", codes(labels, "uint8"), "uint8")
    case.fields.update(unit=unit, unit2="uint8", w0=9, w1=1)
    case.close("p2", ((gap > 0) + (gap == 0) / 2).mean(), unit)
    rows.add(case, "NumPy, pair by pair")


def optimisers(rows):
    """The published pseudo-code (torch.optim 2.x) in fp64; the instruction rounds each assignment."""
    lr, one, two, eps = (float(np.float32(v)) for v in (0.01, 0.9, 0.99, 1e-3))
    for turn in range(4):
        unit, decay, step = ("fp32", "fp16")[turn % 2], float(np.float32((0, 0.1)[turn // 2])), turn + 1
        relative = 2.0**-24 if unit == "fp32" else 2.0**-11
        for name in ("sgd", "momentum", "ada_grad", "ada_delta", "rms_prop", "centered_rmsprop", "adam"):
            p, gradient = plain(rows, 6, unit), plain(rows, 6, unit)
            s0, s1 = plain(rows, 6, unit, 0.5, 2), plain(rows, 6, unit, 0.1, 0.6)
            given = [s0, s1]
            g = gradient + decay * p
            if name == "sgd":
                p2, states = p - lr * g, []
            elif name == "momentum":
                buf = g if step == 1 else one * s0 + g
                p2, states = p - lr * buf, [buf]
            elif name == "ada_grad":
                total = s0 + g * g
                p2, states = p - lr * g / (np.sqrt(total) + eps), [total]
            elif name == "ada_delta":
                v = one * s0 + (1 - one) * g * g
                delta = np.sqrt(s1 + eps) / np.sqrt(v + eps) * g
                p2, states = p - lr * delta, [v, one * s1 + (1 - one) * delta * delta]
            elif name in ("rms_prop", "centered_rmsprop"):
                v = one * s0 + (1 - one) * g * g
                if name == "rms_prop":
                    spread, states = v, [v]
                else:
                    mean = one * s1 + (1 - one) * g
                    spread, states = v - mean * mean, [v, mean]
                p2 = p - lr * g / (np.sqrt(spread) + eps)
            else:
                m, v = one * s0 + (1 - one) * g, two * s1 + (1 - two) * g * g
                p2 = p - lr * (m / (1 - one**step)) / (np.sqrt(v / (1 - two**step)) + eps)
                states = [m, v]
            case = Near(f"ai.{name}", rows.draw, defaults=True)
            case.source("p0", codes(p, unit), unit)
            case.source("p1", codes(gradient, unit), unit)
            for field, values in zip(("p2", "p3"), given[: len(states)]):
                case.source(field, codes(values, unit), unit)
            case.fields.update(unit=unit, w0=6, w1=word(lr), w2=word(one), w3=word(two), w4=word(eps), w5=word(decay), w6=step)
            for field, values in zip(("p0", "p2", "p3"), [p2, *states]):
                case.close(field, values, unit, ulps=2, floor=8 * relative)
            rows.add(case, "the published formula in NumPy")


def fill(rows):
    for part in (norms, algebra, recurrent, losses, optimisers):
        part(rows)
