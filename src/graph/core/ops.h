// The op table, one row per op. Includers define OP(id, name, class, least, most, results, shape, dtype,
// cost, commutative, takes, cuda, reference, help); the columns are documented in op.h.
//
// `cuda` (pointwise ops only, else NULL) is a CUDA expression over the operands a, b, c, which arrive in one
// compute type: dtype_compute() of the result's dtype, and for results of RESULT_BOOL of the promoted dtype
// of the operands (the first operand of `where` is always bool). A cast converts to the result's type
// afterwards. Names that start with fb_ are functions of the prelude, overloaded for float, double and long
// long; the list is at the end. `reference` is the same over doubles, in C, for the evaluator; NULL exactly
// where `cuda` is. In `help`, x is operand 0 and attributes stand by their JSON keys.

// clang-format off

//  id  name  class  least most results  shape rule  dtype rule  cost  commutative  attributes

// Pointwise, one operand.
OP(CAST, "cast", POINTWISE, 1, 1, 1, BROADCAST, ATTRIBUTE, CAST, false, TAKES(DTYPE), "a", a,
   "x converted to dtype")
OP(REINTERPRET, "reinterpret", POINTWISE, 1, 1, 1, BROADCAST, ATTRIBUTE, FREE, false, TAKES(DTYPE), "a", a,
   "the bits of x read as dtype, whose elements are as large")
OP(NEG, "neg", POINTWISE, 1, 1, 1, BROADCAST, PROMOTE, ADD, false, 0, "-a", -a, "-x")
OP(ABS, "abs", POINTWISE, 1, 1, 1, BROADCAST, PART, ADD, false, 0, "fb_abs(a)", fabs(a), "|x|")
OP(RELU, "relu", POINTWISE, 1, 1, 1, BROADCAST, PROMOTE, ADD, false, 0, "(a < 0 ? 0 : a)", a < 0 ? 0 : a,
   "max(x, 0); NaN stays")
OP(EXP, "exp", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, EXP, false, 0, "fb_exp(a)", exp(a), "e to the x")
OP(EXP2, "exp2", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, EXP, false, 0, "fb_exp2(a)", exp2(a), "2 to the x")
OP(EXPM1, "expm1", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, EXP, false, 0, "fb_expm1(a)", expm1(a),
   "e to the x, minus 1")
OP(LOG, "log", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, EXP, false, 0, "fb_log(a)", log(a), "natural logarithm")
OP(LOG2, "log2", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, EXP, false, 0, "fb_log2(a)", log2(a),
   "logarithm to base 2")
OP(LOG1P, "log1p", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, EXP, false, 0, "fb_log1p(a)", log1p(a), "log(1 + x)")
OP(SQRT, "sqrt", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, ROOT, false, 0, "fb_sqrt(a)", sqrt(a), "square root")
OP(RSQRT, "rsqrt", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, ROOT, false, 0, "fb_rsqrt(a)", 1 / sqrt(a),
   "1 / sqrt(x)")
OP(RECIPROCAL, "reciprocal", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, DIVIDE, false, 0, "1 / a", 1 / a, "1 / x")
OP(SIGMOID, "sigmoid", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, EXP, false, 0, "fb_sigmoid(a)",
   1 / (1 + exp(-a)),
   "1 / (1 + exp(-x))")
OP(TANH, "tanh", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, TRIG, false, 0, "fb_tanh(a)", tanh(a),
   "hyperbolic tangent")
OP(ERF, "erf", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, TRIG, false, 0, "fb_erf(a)", erf(a), "error function")
OP(ERFC, "erfc", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, TRIG, false, 0, "fb_erfc(a)", erfc(a),
   "1 minus erf(x)")
OP(SIN, "sin", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, TRIG, false, 0, "fb_sin(a)", sin(a), "sine of radians")
OP(COS, "cos", POINTWISE, 1, 1, 1, BROADCAST, FLOAT, TRIG, false, 0, "fb_cos(a)", cos(a), "cosine of radians")
OP(FLOOR, "floor", POINTWISE, 1, 1, 1, BROADCAST, PROMOTE, ADD, false, 0, "fb_floor(a)", floor(a),
   "rounded down")
OP(CEIL, "ceil", POINTWISE, 1, 1, 1, BROADCAST, PROMOTE, ADD, false, 0, "fb_ceil(a)", ceil(a), "rounded up")
OP(ROUND, "round", POINTWISE, 1, 1, 1, BROADCAST, PROMOTE, ADD, false, 0, "fb_round(a)", nearbyint(a),
   "to the nearest integer, halves to even")
OP(TRUNC, "trunc", POINTWISE, 1, 1, 1, BROADCAST, PROMOTE, ADD, false, 0, "fb_trunc(a)", trunc(a),
   "rounded towards zero")
OP(SIGN, "sign", POINTWISE, 1, 1, 1, BROADCAST, PROMOTE, ADD, false, 0, "((a > 0) - (a < 0))",
   (a > 0) - (a < 0),
   "-1, 0 or 1")
OP(ISNAN, "isnan", POINTWISE, 1, 1, 1, BROADCAST, BOOL, ADD, false, 0, "(a != a)", a != a,
   "is x not a number?")
OP(LOGICAL_NOT, "logical_not", POINTWISE, 1, 1, 1, BROADCAST, BOOL, ADD, false, 0, "(a == 0)", a == 0,
   "is x zero?")
OP(BITWISE_NOT, "bitwise_not", POINTWISE, 1, 1, 1, BROADCAST, PROMOTE, ADD, false, 0, "~a",
    (double)~(long long)a,
   "all bits flipped; of bools the same as logical_not, which the builder puts in its place")

// Pointwise, two operands.
OP(ADD, "add", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, ADD, true, 0, "a + b", a + b, "x + y")
OP(SUB, "sub", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, ADD, false, 0, "a - b", a - b, "x - y")
OP(MUL, "mul", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, ADD, true, 0, "a * b", a * b, "x * y")
OP(DIV, "div", POINTWISE, 2, 2, 1, BROADCAST, FLOAT, DIVIDE, false, TAKES(MODE), "a / b", a / b,
   "x / y; mode \"floor\" or \"trunc\" makes it div_floor or div_trunc")
OP(DIV_FLOOR, "div_floor", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, DIVIDE, false, 0, "fb_div_floor(a, b)",
    op_reference_div_floor(a, b),
   "x / y rounded down")
OP(DIV_TRUNC, "div_trunc", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, DIVIDE, false, 0, "fb_div_trunc(a, b)",
    trunc(a / b),
   "x / y rounded towards zero")
OP(FMOD, "fmod", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, DIVIDE, false, 0, "fb_fmod(a, b)", fmod(a, b),
   "remainder with the sign of x")
OP(REMAINDER, "remainder", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, DIVIDE, false, 0, "fb_remainder(a, b)",
    op_reference_remainder(a, b),
   "remainder with the sign of y")
OP(POW, "pow", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, EXP, false, 0, "fb_pow(a, b)", pow(a, b), "x to the y")
OP(MAXIMUM, "maximum", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, ADD, true, 0, "fb_max(a, b)",
   op_reference_max(a,
    b),
   "the larger; NaN if either is")
OP(MINIMUM, "minimum", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, ADD, true, 0, "fb_min(a, b)",
   op_reference_min(a,
    b),
   "the smaller; NaN if either is")
OP(CLAMP_MIN, "clamp_min", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, ADD, false, 0, "fb_max(a, b)",
    op_reference_max(a, b),
   "x, but at least y; NaN stays")
OP(CLAMP_MAX, "clamp_max", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, ADD, false, 0, "fb_min(a, b)",
    op_reference_min(a, b),
   "x, but at most y; NaN stays")
OP(EQ, "eq", POINTWISE, 2, 2, 1, BROADCAST, BOOL, ADD, true, 0, "(a == b)", a == b, "x == y")
OP(NE, "ne", POINTWISE, 2, 2, 1, BROADCAST, BOOL, ADD, true, 0, "(a != b)", a != b, "x != y")
OP(LT, "lt", POINTWISE, 2, 2, 1, BROADCAST, BOOL, ADD, false, 0, "(a < b)", a < b, "x < y")
OP(LE, "le", POINTWISE, 2, 2, 1, BROADCAST, BOOL, ADD, false, 0, "(a <= b)", a <= b, "x <= y")
OP(GT, "gt", POINTWISE, 2, 2, 1, BROADCAST, BOOL, ADD, false, 0, "(a > b)", a > b, "x > y")
OP(GE, "ge", POINTWISE, 2, 2, 1, BROADCAST, BOOL, ADD, false, 0, "(a >= b)", a >= b, "x >= y")
OP(LOGICAL_AND, "logical_and", POINTWISE, 2, 2, 1, BROADCAST, BOOL, ADD, true, 0, "((a != 0) & (b != 0))",
    a != 0 && b != 0,
   "are both not zero?")
OP(LOGICAL_OR, "logical_or", POINTWISE, 2, 2, 1, BROADCAST, BOOL, ADD, true, 0, "((a != 0) | (b != 0))",
    a != 0 || b != 0,
   "is one not zero?")
OP(BITWISE_AND, "bitwise_and", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, ADD, true, 0, "(a & b)",
    (double)((long long)a & (long long)b),
   "x & y of integers or bools")
OP(BITWISE_OR, "bitwise_or", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, ADD, true, 0, "(a | b)",
    (double)((long long)a | (long long)b),
   "x | y of integers or bools")
OP(BITWISE_XOR, "bitwise_xor", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, ADD, true, 0, "(a ^ b)",
    (double)((long long)a ^ (long long)b),
   "x ^ y of integers or bools")
OP(SHIFT_LEFT, "shift_left", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, ADD, false, 0, "fb_shift_left(a, b)",
    op_reference_shift_left(a, b),
   "x * 2^y of integers, y of the bits or more: 0")
OP(SHIFT_RIGHT, "shift_right", POINTWISE, 2, 2, 1, BROADCAST, PROMOTE, ADD, false, 0, "fb_shift_right(a, b)",
    op_reference_shift_right(a, b),
   "x / 2^y of integers rounded down, y of the bits or more: 0, or -1 of a negative x")
OP(COPY, "copy", POINTWISE, 2, 2, 1, COPY, FIRST, CAST, false, 0, "b", b,
   "y broadcast to the shape of x and converted to its dtype; x is not read")

// Pointwise, three operands.
OP(WHERE, "where", POINTWISE, 3, 3, 1, BROADCAST, SECOND, ADD, false, 0, "(a ? b : c)", a != 0 ? b : c,
   "y where x (bool) holds, else z")
OP(FMA, "fma", POINTWISE, 3, 3, 1, BROADCAST, PROMOTE, ADD, false, 0, "fb_fma(a, b, c)", a * b + c,
   "x * y + z, rounded once")
OP(ADDCMUL, "addcmul", POINTWISE, 3, 3, 1, BROADCAST, PROMOTE, ADD, false, 0, "a + b * c", a + b * c,
   "x + y * z")
OP(ADDCDIV, "addcdiv", POINTWISE, 3, 3, 1, BROADCAST, PROMOTE, DIVIDE, false, 0, "a + b / c", a + b / c,
   "x + y / z")
OP(LERP, "lerp", POINTWISE, 3, 3, 1, BROADCAST, PROMOTE, ADD, false, 0, "a + c * (b - a)", a + c * (b - a),
   "x + z * (y - x)")

// Views: they rename elements. A reshape that strides cannot say copies (CLASS_LAYOUT, no view).
OP(RESHAPE, "reshape", VIEW, 1, 1, 1, VIEW, FIRST, FREE, false, TAKES(SHAPE), NULL, 0,
   "the elements in order under another shape; one size may be -1")
OP(PERMUTE, "permute", VIEW, 1, 1, 1, VIEW, FIRST, FREE, false, TAKES(AXES), NULL, 0,
   "axis i of the result is axis axes[i] of x")
OP(UNSQUEEZE, "unsqueeze", VIEW, 1, 1, 1, VIEW, FIRST, FREE, false, TAKES(AXIS), NULL, 0,
   "a new axis of size 1 at position axis of the result")
OP(SQUEEZE, "squeeze", VIEW, 1, 1, 1, VIEW, FIRST, FREE, false, TAKES(AXES), NULL, 0,
   "without those of axes (absent: all) that have size 1")
OP(EXPAND, "expand", VIEW, 1, 1, 1, VIEW, FIRST, FREE, false, TAKES(SHAPE), NULL, 0,
   "axes of size 1 repeated to shape (-1: as it is), new axes in front")
OP(SLICE, "slice", VIEW, 1, 1, 1, VIEW, FIRST, FREE, false,
   TAKES(AXIS) | TAKES(START) | TAKES(END) | TAKES(STEP), NULL, 0,
   "elements start, start + step, ... below end along axis; negative positions count from the end")
OP(SELECT, "select", VIEW, 1, 1, 1, VIEW, FIRST, FREE, false, TAKES(AXIS) | TAKES(INDEX), NULL, 0,
   "element index along axis, without the axis")
OP(SPLIT, "split", VIEW, 1, 1, -1, VIEW, FIRST, FREE, false, TAKES(AXIS) | TAKES(SIZES), NULL, 0,
   "parts along axis: of the given sizes, or all of one size (the last may be smaller)")
OP(UNBIND, "unbind", VIEW, 1, 1, -1, VIEW, FIRST, FREE, false, TAKES(AXIS), NULL, 0,
   "every element along axis, without the axis")
OP(AS_STRIDED, "as_strided", VIEW, 1, 1, 1, VIEW, FIRST, FREE, false,
   TAKES(SHAPE) | TAKES(STRIDE) | TAKES(OFFSET), NULL, 0,
   "shape, stride and offset (default: of x) over the memory of x")
OP(ALIAS, "alias", VIEW, 1, 1, 1, VIEW, FIRST, FREE, false, 0, NULL, 0, "x itself (detach, lift_fresh)")
OP(LOOKUP_SEED, "lookup_seed", VIEW, 1, 1, 1, VIEW, FIRST, FREE, false, TAKES(INDEX), NULL, 0,
   "element index of the vector of seeds")

// Made from attributes alone.
OP(FULL, "full", CREATE, 0, 1, 1, CREATE, ATTRIBUTE, FREE, false,
   TAKES(SHAPE) | TAKES(VALUE) | TAKES(DTYPE), NULL, 0,
   "value everywhere; shape (default: a scalar), dtype (default: f32). An operand lends shape and dtype "
   "where they are not given, and is dropped on building")
OP(EMPTY, "empty", CREATE, 0, 1, 1, CREATE, ATTRIBUTE, FREE, false,
   TAKES(SHAPE) | TAKES(STRIDE) | TAKES(DTYPE), NULL, 0,
   "memory of shape and dtype (and stride) with unspecified content; evaluates to 0. An operand lends as "
   "for full")
OP(IOTA, "iota", CREATE, 0, 0, 1, CREATE, ATTRIBUTE, ADD, false,
   TAKES(SHAPE) | TAKES(START) | TAKES(STEP) | TAKES(DTYPE), NULL, 0,
   "start + i * step for i below shape (one size); dtype (default: i64)")
OP(SEEDS, "seeds", CREATE, 0, 0, 1, CREATE, ATTRIBUTE, RANDOM, false, TAKES(SHAPE), NULL, 0,
   "a vector of fresh i64 seeds; shape (one size)")
OP(RANDOM, "random", RANDOM, 1, 1, 1, CREATE, ATTRIBUTE, RANDOM, false,
   TAKES(SHAPE) | TAKES(MODE) | TAKES(DTYPE), NULL, 0,
   "random numbers of shape from the seed x (i64 scalar): mode \"rand\" uniform in [0, 1), \"randn\" "
   "normal; f32")
OP(RANDINT, "randint", RANDOM, 1, 1, 1, CREATE, ATTRIBUTE, RANDOM, false,
   TAKES(SHAPE) | TAKES(START) | TAKES(END) | TAKES(DTYPE), NULL, 0,
   "random integers of shape in [start, end) from the seed x; i64")

// Reductions over axes (absent or empty: all); keep leaves them with size 1. dtype converts x first (sum,
// prod, mean).
OP(SUM, "sum", REDUCE, 1, 1, 1, REDUCE, SUM, REDUCE, false, TAKES(AXES) | TAKES(KEEP) | TAKES(DTYPE), NULL,
   0, "sum over axes")
OP(PROD, "prod", REDUCE, 1, 1, 1, REDUCE, SUM, REDUCE, false, TAKES(AXES) | TAKES(KEEP) | TAKES(DTYPE),
   NULL, 0, "product over axes")
OP(MEAN, "mean", REDUCE, 1, 1, 1, REDUCE, FIRST, REDUCE, false, TAKES(AXES) | TAKES(KEEP) | TAKES(DTYPE),
   NULL, 0,
   "mean over axes; x is of a float dtype")
OP(AMAX, "amax", REDUCE, 1, 1, 1, REDUCE, FIRST, REDUCE, false, TAKES(AXES) | TAKES(KEEP), NULL, 0,
   "largest over axes; NaN if any is")
OP(AMIN, "amin", REDUCE, 1, 1, 1, REDUCE, FIRST, REDUCE, false, TAKES(AXES) | TAKES(KEEP), NULL, 0,
   "smallest over axes; NaN if any is")
OP(ANY, "any", REDUCE, 1, 1, 1, REDUCE, BOOL, REDUCE, false, TAKES(AXES) | TAKES(KEEP), NULL, 0,
   "is one not zero?")
OP(ALL, "all", REDUCE, 1, 1, 1, REDUCE, BOOL, REDUCE, false, TAKES(AXES) | TAKES(KEEP), NULL, 0,
   "are all not zero?")
OP(ARGMAX, "argmax", REDUCE, 1, 1, 1, REDUCE, INDEX, REDUCE, false, TAKES(AXES) | TAKES(KEEP), NULL, 0,
   "position of the first largest along the one axis of axes (absent: in x flattened)")
OP(ARGMIN, "argmin", REDUCE, 1, 1, 1, REDUCE, INDEX, REDUCE, false, TAKES(AXES) | TAKES(KEEP), NULL, 0,
   "position of the first smallest along the one axis of axes (absent: in x flattened)")
OP(MAX_DIM, "max_dim", REDUCE, 1, 1, 2, REDUCE, FIRST_INDEX, REDUCE, false, TAKES(AXES) | TAKES(KEEP), NULL,
   0,
   "largest along the one axis of axes, and its first position")
OP(MIN_DIM, "min_dim", REDUCE, 1, 1, 2, REDUCE, FIRST_INDEX, REDUCE, false, TAKES(AXES) | TAKES(KEEP), NULL,
   0,
   "smallest along the one axis of axes, and its first position")
OP(VAR, "var", REDUCE, 1, 1, 1, REDUCE, FIRST, REDUCE, false, TAKES(AXES) | TAKES(KEEP) | TAKES(CORRECTION),
   NULL, 0,
   "variance: squared deviations summed over n - correction (default 1)")
OP(VAR_MEAN, "var_mean", REDUCE, 1, 1, 2, REDUCE, FIRST, REDUCE, false,
   TAKES(AXES) | TAKES(KEEP) | TAKES(CORRECTION), NULL, 0, "variance (as var) and mean")
OP(PREPARE_SOFTMAX, "prepare_softmax", REDUCE, 1, 1, 2, REDUCE, FIRST, REDUCE, false, TAKES(AXES), NULL, 0,
   "max of x, and sum of exp(x - max), along the one axis of axes; the axis stays with size 1")

// Scans.
OP(CUMSUM, "cumsum", SCAN, 1, 1, 1, FIRST, SUM, REDUCE, false, TAKES(AXIS) | TAKES(DTYPE), NULL, 0,
   "running sum along axis; dtype converts x first")

// Addressed by the values of an operand. Negative indices count from the end, except in embedding.
OP(GATHER, "gather", INDEX, 2, 2, 1, INDEX, FIRST, ADD, false, TAKES(AXIS), NULL, 0,
   "x with the position along axis replaced by operand 1: out[i][j] = x[index[i][j]][j] for axis 0")
OP(EMBEDDING, "embedding", INDEX, 2, 2, 1, INDEX, FIRST, ADD, false, 0, NULL, 0,
   "rows of the table x at the indices operand 1")
OP(INDEX, "index", INDEX, 2, -1, 1, INDEX, FIRST, ADD, false, 0, NULL, 0,
   "x[i0, i1, ...]: operand 1 + k indexes axis k; null takes the whole axis; the indices broadcast "
   "together, and their axes stand where the first index stood (in front when the indexed axes are not "
   "neighbours). bool masks are refused")
OP(INDEX_PUT, "index_put", INDEX, 3, -1, 1, FIRST, FIRST, ADD, false, TAKES(ACCUMULATE), NULL, 0,
   "x with operand 1 (values) put at the indices operands 2, 3, ... (as in index); accumulate adds, in "
   "any order")
OP(MASKED_INDEX_PUT, "masked_index_put", INDEX, 4, -1, 1, FIRST, FIRST, ADD, false, 0, NULL, 0,
   "x with operand 1 (values) added at the indices operands 3, 4, ... where operand 2 (mask) holds; "
   "indices may lie outside there where it does not")
OP(SCATTER_ADD, "scatter_add", INDEX, 3, 3, 1, FIRST, FIRST, ADD, false, TAKES(AXIS), NULL, 0,
   "x with operand 2 (source) added at positions operand 1 (index) along axis: the reverse of gather")
OP(INDEX_ADD, "index_add", INDEX, 3, 3, 1, FIRST, FIRST, ADD, false, TAKES(AXIS), NULL, 0,
   "x with the slices of operand 2 (source) along axis added at positions operand 1 (a vector)")

// Moves elements, all but glu unchanged.
OP(CLONE, "clone", LAYOUT, 1, 1, 1, LAYOUT, FIRST, FREE, false, TAKES(LAYOUT), NULL, 0,
   "a copy; layout \"contiguous\", \"channels_last\" or \"preserve\" (default)")
OP(CAT, "cat", LAYOUT, 1, -1, 1, LAYOUT, PROMOTE, FREE, false, TAKES(AXIS), NULL, 0,
   "all operands one after another along axis (default 0)")
OP(PAD, "pad", LAYOUT, 1, 1, 1, LAYOUT, FIRST, FREE, false, TAKES(PAD) | TAKES(VALUE), NULL, 0,
   "value (default 0) around x: pad has low and high per axis, last axis first; negative crops")
OP(SLICE_SCATTER, "slice_scatter", LAYOUT, 2, 2, 1, LAYOUT, FIRST, FREE, false,
   TAKES(AXIS) | TAKES(START) | TAKES(END) | TAKES(STEP), NULL, 0,
   "x with its slice (axis, start, end, step) replaced by operand 1")
OP(SELECT_SCATTER, "select_scatter", LAYOUT, 2, 2, 1, LAYOUT, FIRST, FREE, false, TAKES(AXIS) | TAKES(INDEX),
   NULL, 0,
   "x with its element index along axis replaced by operand 1")
OP(AS_STRIDED_SCATTER, "as_strided_scatter", LAYOUT, 2, 2, 1, FIRST, FIRST, FREE, false,
   TAKES(SHAPE) | TAKES(STRIDE) | TAKES(OFFSET), NULL, 0,
   "x with operand 1 put where shape, stride and offset point in its memory")
OP(REPEAT, "repeat", LAYOUT, 1, 1, 1, LAYOUT, FIRST, FREE, false, TAKES(REPEATS), NULL, 0,
   "x repeated repeats[i] times along axis i, new axes in front")
OP(GLU, "glu", LAYOUT, 1, 1, 1, GLU, FIRST, EXP, false, TAKES(AXIS), NULL, 0,
   "first half of x along axis (default -1) times the sigmoid of the second")
OP(REV, "rev", LAYOUT, 1, 1, 1, LAYOUT, FIRST, FREE, false, TAKES(AXES), NULL, 0,
   "x in reverse order along axes")

// Windows over the last axes. kernel, stride (default: kernel), padding (default 0), dilation (default 1),
// ceil.
OP(MAX_POOL, "max_pool", WINDOW, 1, 1, 2, WINDOW, FIRST_OFFSET, REDUCE, false, TAKES_POOLING, NULL, 0,
   "largest in each window, and its position in the window (row-major, i8)")
OP(POOL_INDICES, "pool_indices", WINDOW, 1, 1, 1, FIRST, INDEX, ADD, false, TAKES_POOLING | TAKES(SHAPE),
   NULL, 0,
   "positions in windows turned into positions in the flattened image of size shape; i64")
OP(MAX_POOL_BACKWARD, "max_pool_backward", WINDOW, 3, 3, 1, SECOND, FIRST, REDUCE, false, TAKES_POOLING,
   NULL, 0,
   "gradient x summed at positions operand 2 into the shape of operand 1, the pooled tensor")
OP(AVG_POOL, "avg_pool", WINDOW, 1, 1, 1, WINDOW, FIRST, REDUCE, false,
   TAKES_POOLING | TAKES(COUNT_PADDING) | TAKES(DIVISOR), NULL, 0,
   "mean of each window; count_padding (default true) counts padding, divisor replaces the count")
OP(AVG_POOL_BACKWARD, "avg_pool_backward", WINDOW, 2, 2, 1, SECOND, FIRST, REDUCE, false,
   TAKES_POOLING | TAKES(COUNT_PADDING) | TAKES(DIVISOR), NULL, 0,
   "gradient x spread over the windows into the shape of operand 1, the pooled tensor")
OP(ADAPTIVE_AVG_POOL, "adaptive_avg_pool", WINDOW, 1, 1, 1, WINDOW, FIRST, REDUCE, false, TAKES(SHAPE),
   NULL, 0,
   "mean pooling of the last two axes to sizes shape")
OP(ADAPTIVE_AVG_POOL_BACKWARD, "adaptive_avg_pool_backward", WINDOW, 2, 2, 1, SECOND, FIRST, REDUCE, false,
   0, NULL, 0,
   "gradient x spread into the shape of operand 1, the pooled tensor")

// Contractions.
OP(MM, "mm", CONTRACTION, 2, 2, 1, CONTRACTION, PROMOTE, LIBRARY, false, 0, NULL, 0,
   "matrix product [m, k] x [k, n]")
OP(ADDMM, "addmm", CONTRACTION, 3, 3, 1, CONTRACTION, PROMOTE, LIBRARY, false, TAKES(ALPHA) | TAKES(BETA),
   NULL, 0,
   "beta * x + alpha * (operand 1 x operand 2), x broadcast")
OP(BMM, "bmm", CONTRACTION, 2, 2, 1, CONTRACTION, PROMOTE, LIBRARY, false, 0, NULL, 0,
   "matrix products [b, m, k] x [b, k, n]")

// Run by libraries. Those with rule ANNOTATED need dtype and shape of every result in the file.
OP(CONVOLUTION, "convolution", LIBRARY, 2, 3, 1, CONVOLUTION, FIRST, LIBRARY, false,
   TAKES(STRIDE) | TAKES(PADDING) | TAKES(DILATION) | TAKES(GROUPS), NULL, 0,
   "x [n, c, ...] with the weight operand 1 [o, c / groups, ...] and bias operand 2 (or null); stride, "
   "padding, dilation, groups")
OP(CONVOLUTION_BACKWARD, "convolution_backward", LIBRARY, 3, 3, -1, ANNOTATED, ANNOTATED, LIBRARY, false,
   TAKES_PASSED, NULL, 0,
   "gradients of input, weight and bias from the gradient x, operand 1 (input), operand 2 (weight); "
   "tuple lists which")
OP(ATTENTION, "attention", LIBRARY, 3, -1, -1, ANNOTATED, ANNOTATED, LIBRARY, false, TAKES_PASSED, NULL, 0,
   "scaled dot-product attention of query x, key, value and perhaps a bias; target is PyTorch's name for "
   "it")
OP(ATTENTION_BACKWARD, "attention_backward", LIBRARY, 4, -1, -1, ANNOTATED, ANNOTATED, LIBRARY, false,
   TAKES_PASSED, NULL,
    0,
   "gradients of attention; target is PyTorch's name for it")
OP(GROUPED_MM, "grouped_mm", LIBRARY, 2, -1, 1, ANNOTATED, ANNOTATED, LIBRARY, false, TAKES_PASSED, NULL, 0,
   "matrix products of groups of rows, as mixtures of experts need")
OP(SCALED_MM, "scaled_mm", LIBRARY, 2, -1, 1, ANNOTATED, ANNOTATED, LIBRARY, false, TAKES_PASSED, NULL, 0,
   "matrix product of quantised numbers (floats of 8 or 4 bits, integers), with scales; target is PyTorch's "
   "name for it")
OP(SORT, "sort", LIBRARY, 1, 1, 2, FIRST, FIRST_INDEX, LIBRARY, false, TAKES(AXIS) | TAKES(DESCENDING),
   NULL, 0,
   "x sorted along axis (default -1), and where each element was; descending")
OP(TOPK, "topk", LIBRARY, 1, 1, 2, TOPK, FIRST_INDEX, LIBRARY, false,
   TAKES(AXIS) | TAKES(TOP) | TAKES(DESCENDING), NULL, 0,
   "the k largest along axis (default -1) in order, and their positions; descending false: the smallest")
OP(HISTC, "histc", LIBRARY, 1, 1, 1, ANNOTATED, ANNOTATED, LIBRARY, false, TAKES_PASSED, NULL, 0,
   "histogram of x")
OP(FFT, "fft", LIBRARY, 1, 1, 1, ANNOTATED, ANNOTATED, LIBRARY, false, TAKES_PASSED, NULL, 0,
   "complex Fourier transform")

// Complex numbers, which have a real and an imaginary part. The expressions of ops that take or give them are
// for real operands, and of the real part; evaluate/complex.c and kernel/lower/complex.c have the others.
OP(VIEW_AS_REAL, "view_as_real", LAYOUT, 1, 1, 1, PAIRS, PART, FREE, false, 0, NULL, 0,
   "complex numbers as pairs along a new last axis")
OP(VIEW_AS_COMPLEX, "view_as_complex", LAYOUT, 1, 1, 1, PAIRS, PAIR, FREE, false, 0, NULL, 0,
   "pairs along the last axis as complex numbers")
OP(COMPLEX, "complex", POINTWISE, 2, 2, 1, BROADCAST, PAIR, FREE, false, 0, "a", a,
   "the complex number x + y i")
OP(POLAR, "polar", POINTWISE, 2, 2, 1, BROADCAST, PAIR, TRIG, false, 0, "a * fb_cos(b)", a * cos(b),
   "the complex number of size x and angle y")
OP(REAL, "real", POINTWISE, 1, 1, 1, BROADCAST, PART, FREE, false, 0, "a", a, "the real part of x")
OP(IMAG, "imag", POINTWISE, 1, 1, 1, BROADCAST, PART, FREE, false, 0, "(a - a)", a - a,
   "the imaginary part of x")
OP(CONJ, "conj", POINTWISE, 1, 1, 1, BROADCAST, PROMOTE, ADD, false, 0, "a", a,
   "x with the imaginary part negated")
OP(ANGLE, "angle", POINTWISE, 1, 1, 1, BROADCAST, FLOAT_PART, TRIG, false, 0,
   "(a < 0 ? 3.14159265358979323846 : a != a ? a : 0)", a < 0 ? 3.14159265358979323846 : a != a ? a : 0,
   "the angle of x in the complex plane, in radians")

OP(OPAQUE, "opaque", OPAQUE, 0, -1, -1, ANNOTATED, ANNOTATED, LIBRARY, false, TAKES_PASSED, NULL, 0,
   "an op that this table lacks: known by its annotated results, target and arguments")

// Prelude functions of the cuda column: fb_abs fb_exp fb_exp2 fb_expm1 fb_log fb_log2 fb_log1p fb_sqrt
// fb_rsqrt fb_sigmoid fb_tanh fb_erf fb_erfc fb_sin fb_cos fb_floor fb_ceil fb_round (half to even) fb_trunc
// fb_div_floor fb_div_trunc fb_fmod fb_remainder fb_pow fb_max fb_min (NaN-propagating) fb_fma. For float and
// double; for long long also fb_abs, fb_floor, fb_ceil, fb_round, fb_trunc (identity), fb_div_floor,
// fb_div_trunc, fb_fmod, fb_remainder, fb_pow, fb_max, fb_min, fb_fma.
// clang-format on
