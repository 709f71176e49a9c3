// What a call of scaled dot-product attention says: softmax(query x key^T * scale + bias) x value, of query,
// key and value [batch, heads, rows or keys, width], which are its first operands.
#pragma once

#include "graph/core/graph.h"

typedef struct AttentionCall {
  int bias;       // operand that is added to the scores, broadcast over [batch, heads, rows, keys]; -1: none
  bool causal;    // row i has the keys 0 to i
  double dropout; // share of the weights that are dropped
  double scale;   // of the scores
  Shape scores;   // [batch, heads, rows, keys]
  int64_t heads_each;  // heads of the query that share one of key and value
  int64_t value_width; // elements of a value, and of a result
} AttentionCall;

// False where the op is none of PyTorch's forms of it, or its operands or its output have other shapes.
bool attention_call(const Graph *graph, const Op *op, AttentionCall *call);

// Its results, in PyTorch's order; those behind are sizes and seeds.
enum { ATTENTION_OUTPUT = 0, ATTENTION_LOG_SUM = 1 };
int64_t attention_result(const Op *op, int result); // which of them a result of the op is

// Which result of the op is its output, and which its log-sum-exp, log(sum over the keys of exp(score)), one
// number for each row: an index among its results, or that it has none. The log-sum-exp is the result at
// that place of PyTorch's tuple, if it is of real floats [batch, heads, rows] or [batch, heads, rows, 1]. One
// of another shape, such as rows that are padded, holds what only the library knows.
enum { NO_OUTPUT = -1, NO_LOG_SUM = -1 };
int attention_output(const Op *op);
int attention_log_sum(const Graph *graph, const Op *op, const AttentionCall *call);
