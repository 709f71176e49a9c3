# PyTorch has its fused attention on GPUs only: what follows serves on the CPU. Dropout draws other numbers
# there than on a GPU.
def attention_scale(query, scale):
    return query.shape[-1] ** -0.5 if scale is None else scale


def attention_scores(query, key, bias, causal, scale):
    key = key.repeat_interleave(query.shape[1] // key.shape[1], 1)
    scores = query.float() @ key.float().mT * attention_scale(query, scale)
    if bias is not None:
        scores = scores + bias
    if causal:
        later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
        scores = scores.masked_fill(later, -inf)
    return scores


def attention_drop(weights, dropout, seed):
    """What dropout leaves of the weights: the same ones whenever the seed is."""
    if dropout == 0:
        return weights
    kept = torch.rand(weights.shape, generator=torch.Generator().manual_seed(int(seed))) >= dropout
    return weights * kept / (1 - dropout)


def attention(query, key, value, bias, dropout, causal, scale):
    """The result, the logarithm of every row's sum of exponentials, and the seed of dropout."""
    scores = attention_scores(query, key, bias, causal, scale)
    seed = torch.randint(1 << 62, ())
    weights = attention_drop(scores.softmax(-1), dropout, seed)
    value = value.float().repeat_interleave(query.shape[1] // value.shape[1], 1)
    return torch.empty_like(query).copy_(weights @ value), scores.logsumexp(-1), seed


def attention_backward(grad, query, key, value, bias, out, logsumexp, seed, dropout, causal, scale):
    """Gradients of query, key, value and scores."""
    groups = query.shape[1] // key.shape[1]
    grad = grad.float()
    weights = (attention_scores(query, key, bias, causal, scale) - logsumexp).exp()
    grad_value = attention_drop(weights, dropout, seed).mT @ grad
    grad_weights = attention_drop(grad @ value.float().repeat_interleave(groups, 1).mT, dropout, seed)
    grad_scores = weights * (grad_weights - (grad * out.float()).sum(-1, True))
    scaled = grad_scores * attention_scale(query, scale)
    grad_query = scaled @ key.float().repeat_interleave(groups, 1)
    return (torch.empty_like(query).copy_(grad_query),
            attention_sum_groups(scaled.mT @ query.float(), key),
            attention_sum_groups(grad_value, value), grad_scores)


def attention_sum_groups(grad, like):
    """Heads that share one key and value add up."""
    return torch.empty_like(like).copy_(grad.unflatten(1, (like.shape[1], -1)).sum(2))


def cudnn_attention(query, key, value, attn_bias, compute_log_sumexp, dropout_p=0.0, is_causal=False,
                    return_debug_mask=False, *, scale=None):
    out, logsumexp, seed = attention(query, key, value, attn_bias, dropout_p, is_causal, scale)
    rows, keys = query.shape[2], key.shape[2]
    return out, logsumexp.unsqueeze(-1), None, None, rows, keys, seed, torch.zeros_like(seed), None


def cudnn_attention_backward(grad_out, query, key, value, out, logsumexp, philox_seed, philox_offset,
                             attn_bias, cum_seq_q, cum_seq_k, max_q, max_k, dropout_p, is_causal, *,
                             scale=None):
    return attention_backward(grad_out, query, key, value, attn_bias, out, logsumexp, philox_seed, dropout_p,
                              is_causal, scale)[:3]


def efficient_attention(query, key, value, attn_bias, compute_log_sumexp, dropout_p=0.0, is_causal=False, *,
                        scale=None):
    out, logsumexp, seed = attention(query, key, value, attn_bias, dropout_p, is_causal, scale)
    padding = -query.shape[2] % 32 if compute_log_sumexp else -query.shape[2]  # rows in steps of 32, or none
    logsumexp = torch.nn.functional.pad(logsumexp, (0, padding), value=inf)
    return out, logsumexp, seed, torch.zeros_like(seed)


def efficient_attention_backward(grad_out_, query, key, value, attn_bias, out, logsumexp, philox_seed,
                                 philox_offset, dropout_p, grad_input_mask, is_causal=False, *, scale=None):
    rows = logsumexp[..., :query.shape[2]].unsqueeze(-1)
    *grads, grad_bias = attention_backward(grad_out_, query, key, value, attn_bias, out, rows, philox_seed,
                                           dropout_p, is_causal, scale)
    grads.append(grad_bias.sum_to_size(attn_bias.shape).to(attn_bias.dtype) if grad_input_mask[3] else None)
    return tuple(grads)


def flash_attention(query, key, value, dropout_p=0.0, is_causal=False, return_debug_mask=False, *, scale=None):
    out, logsumexp, seed = attention(query, key, value, None, dropout_p, is_causal, scale)
    rows, keys = query.shape[2], key.shape[2]
    return out, logsumexp, None, None, rows, keys, seed, torch.zeros_like(seed), None


def flash_attention_backward(grad_out, query, key, value, out, logsumexp, cum_seq_q, cum_seq_k, max_q, max_k,
                             dropout_p, is_causal, philox_seed, philox_offset, *, scale=None):
    return attention_backward(grad_out, query, key, value, None, out, logsumexp.unsqueeze(-1), philox_seed,
                              dropout_p, is_causal, scale)[:3]


on_cpu = torch.library.Library('aten', 'IMPL', 'CPU')
for kind in (cudnn_attention, cudnn_attention_backward, efficient_attention, efficient_attention_backward,
             flash_attention, flash_attention_backward):
    name = '_scaled_dot_product_' + kind.__name__
    if not torch._C._dispatch_has_kernel_for_dispatch_key('aten::' + name, 'CPU'):
        on_cpu.impl(name, kind)


