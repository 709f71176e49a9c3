"""Encoders, decoders, speech and state-space models, by transformers: from their configurations, two layers each."""

import torch
from models import MODELS, Case, Model, prepared, tokens

BF16, F16, F32 = torch.bfloat16, torch.float16, torch.float32
VOCABULARY = 32000

# Names that configurations give to the same things.
SMALL = {
    'vocab_size': VOCABULARY,
    'num_hidden_layers': 2,
    'num_layers': 2,
    'n_layer': 2,
    'n_layers': 2,
    'encoder_layers': 2,
    'decoder_layers': 2,
    'num_decoder_layers': 2,
    'use_cache': False,
}

DECODER = {'hidden_size': 1024, 'intermediate_size': 2816, 'num_attention_heads': 16, 'num_key_value_heads': 4}

# name, configuration, model, dtype, batch, length, trains, what its configuration gets beside SMALL
TEXT = [
    ('bert', 'BertConfig', 'BertForMaskedLM', BF16, 16, 512, True, {}),
    ('albert', 'AlbertConfig', 'AlbertForMaskedLM', F16, 16, 512, True, {}),
    ('electra', 'ElectraConfig', 'ElectraForMaskedLM', BF16, 32, 512, True, {}),
    ('distilbert', 'DistilBertConfig', 'DistilBertForMaskedLM', F32, 16, 384, True, {}),
    ('roberta_inference', 'RobertaConfig', 'RobertaForMaskedLM', F16, 16, 512, False, {'max_position_embeddings': 514}),
    ('deberta_v2', 'DebertaV2Config', 'DebertaV2ForMaskedLM', BF16, 8, 512, True,
     {'hidden_size': 768, 'num_attention_heads': 12, 'intermediate_size': 3072, 'relative_attention': True,
      'pos_att_type': ['p2c', 'c2p'], 'position_buckets': 256}),
    ('mpnet', 'MPNetConfig', 'MPNetForMaskedLM', BF16, 16, 512, True, {'max_position_embeddings': 514}),
    ('modernbert', 'ModernBertConfig', 'ModernBertForMaskedLM', BF16, 16, 512, True, {}),
    ('xlnet', 'XLNetConfig', 'XLNetLMHeadModel', BF16, 8, 512, True,
     {'d_model': 768, 'n_head': 12, 'd_inner': 3072}),
    ('gpt2', 'GPT2Config', 'GPT2LMHeadModel', BF16, 8, 1024, True, {}),
    ('gpt_neo', 'GPTNeoConfig', 'GPTNeoForCausalLM', F32, 4, 1024, True,
     {'hidden_size': 768, 'num_heads': 12, 'attention_types': [[['global', 'local'], 1]]}),
    ('gpt_neox', 'GPTNeoXConfig', 'GPTNeoXForCausalLM', F16, 8, 1024, True,
     {'hidden_size': 1024, 'num_attention_heads': 16, 'intermediate_size': 4096}),
    ('gptj', 'GPTJConfig', 'GPTJForCausalLM', BF16, 8, 1024, False, {'n_embd': 1024, 'n_head': 16}),
    ('opt', 'OPTConfig', 'OPTForCausalLM', F16, 8, 1024, True, {}),
    ('bloom', 'BloomConfig', 'BloomForCausalLM', BF16, 8, 1024, True, {'hidden_size': 1024, 'n_head': 16}),
    ('falcon', 'FalconConfig', 'FalconForCausalLM', BF16, 8, 1024, True,
     {'hidden_size': 1024, 'num_attention_heads': 16}),
    ('llama', 'LlamaConfig', 'LlamaForCausalLM', BF16, 4, 2048, True, DECODER),
    ('llama_f32', 'LlamaConfig', 'LlamaForCausalLM', F32, 4, 1024, True, DECODER),
    ('mistral', 'MistralConfig', 'MistralForCausalLM', BF16, 4, 2048, True, DECODER | {'sliding_window': 1024}),
    ('mixtral', 'MixtralConfig', 'MixtralForCausalLM', BF16, 4, 1024, False,
     DECODER | {'num_local_experts': 4}),
    ('qwen2', 'Qwen2Config', 'Qwen2ForCausalLM', BF16, 4, 2048, True, DECODER),
    ('qwen3', 'Qwen3Config', 'Qwen3ForCausalLM', BF16, 4, 2048, True, DECODER | {'head_dim': 128}),
    ('qwen3_moe', 'Qwen3MoeConfig', 'Qwen3MoeForCausalLM', BF16, 4, 1024, False,
     DECODER | {'head_dim': 64, 'num_experts': 8, 'moe_intermediate_size': 768}),
    ('gemma', 'GemmaConfig', 'GemmaForCausalLM', BF16, 4, 2048, True, DECODER | {'head_dim': 128}),
    ('gemma2', 'Gemma2Config', 'Gemma2ForCausalLM', BF16, 4, 2048, True, DECODER | {'head_dim': 128}),
    ('gemma3', 'Gemma3TextConfig', 'Gemma3ForCausalLM', BF16, 4, 2048, True, DECODER | {'head_dim': 128}),
    ('phi', 'PhiConfig', 'PhiForCausalLM', F16, 4, 2048, True,
     {'hidden_size': 1024, 'intermediate_size': 4096, 'num_attention_heads': 16, 'num_key_value_heads': 16}),
    ('phi3', 'Phi3Config', 'Phi3ForCausalLM', BF16, 4, 2048, True, DECODER | {'pad_token_id': 0}),
    ('olmo2', 'Olmo2Config', 'Olmo2ForCausalLM', BF16, 4, 2048, True, DECODER),
    ('cohere', 'CohereConfig', 'CohereForCausalLM', BF16, 4, 2048, True, DECODER),
    ('granite', 'GraniteConfig', 'GraniteForCausalLM', BF16, 4, 2048, False, DECODER),
    ('starcoder2', 'Starcoder2Config', 'Starcoder2ForCausalLM', BF16, 4, 2048, True, DECODER),
    ('stablelm', 'StableLmConfig', 'StableLmForCausalLM', F16, 4, 2048, True, DECODER),
    ('nemotron', 'NemotronConfig', 'NemotronForCausalLM', BF16, 4, 2048, True, DECODER),
    ('glm4', 'Glm4Config', 'Glm4ForCausalLM', BF16, 4, 2048, True, DECODER | {'head_dim': 64}),
    ('mamba', 'MambaConfig', 'MambaForCausalLM', F32, 2, 64, False, {'hidden_size': 512}),
]

# These drop whole layers at random while they train, which fake tensors cannot decide: without that, and dropout.
CALM = ('opt', 'bart')

# Models with an encoder and a decoder, which both get tokens.
PAIRS = [
    ('t5', 'T5Config', 'T5ForConditionalGeneration', BF16, 16, 512, True, {'d_model': 768, 'num_heads': 12}),
    ('mt5', 'MT5Config', 'MT5ForConditionalGeneration', BF16, 16, 512, True, {'d_model': 512, 'num_heads': 8}),
    ('bart', 'BartConfig', 'BartForConditionalGeneration', BF16, 8, 512, True, {'d_model': 768}),
    ('pegasus', 'PegasusConfig', 'PegasusForConditionalGeneration', F16, 8, 512, False, {'d_model': 768}),
]


def text_case(row, paired):
    import transformers

    _, configuration, network, dtype, batch, length, trains, more = row
    config = getattr(transformers, configuration)()
    for key, value in (SMALL | more).items():
        if hasattr(config, key) or key in more:
            setattr(config, key, value)
    for key in ('layer_types', 'mlp_layer_types'):
        if isinstance(config.__dict__.get(key), list):
            setattr(config, key, getattr(config, key)[:2])
    for key in ('pad_token_id', 'bos_token_id', 'eos_token_id'):
        if isinstance(getattr(config, key, None), int) and getattr(config, key) >= VOCABULARY:
            setattr(config, key, 0)
    net = prepared(getattr(transformers, network)(config), dtype, trains)
    net.train(trains and row[0] not in CALM)
    given = tokens(batch, length, VOCABULARY)
    if paired:
        run = lambda ids: net(input_ids=ids, decoder_input_ids=ids, use_cache=False, return_dict=True).logits
    elif trains:
        run = lambda ids: net(input_ids=ids, labels=ids, return_dict=True).loss
    else:
        run = lambda ids: net(input_ids=ids, return_dict=True).logits
    return Case(run, (given,), trains, net)


for row in TEXT:
    MODELS.append(Model(row[0], 'language', lambda row=row: text_case(row, False)))
for row in PAIRS:
    MODELS.append(Model(row[0], 'language', lambda row=row: text_case(row, True)))


def add(family, name, make):
    MODELS.append(Model(name, family, make))


def speech_case(configuration, network, dtype, trains):
    import transformers

    config = getattr(transformers, configuration)(num_hidden_layers=2)
    config.apply_spec_augment = False
    config.layerdrop = 0.0
    net = prepared(getattr(transformers, network)(config), dtype, trains).eval()  # as CALM
    return Case(lambda x: net(x, return_dict=True).last_hidden_state, (torch.randn(8, 80000, dtype=dtype),), trains,
                net)


def whisper_case():
    import transformers

    config = transformers.WhisperConfig(encoder_layers=2, decoder_layers=2, d_model=512, use_cache=False,
                                        encoder_attention_heads=8, decoder_attention_heads=8)
    net = prepared(transformers.WhisperForConditionalGeneration(config), BF16, True).eval()  # as CALM
    run = lambda x, ids: net(input_features=x, decoder_input_ids=ids, use_cache=False, return_dict=True).logits
    return Case(run, (torch.randn(8, 80, 3000, dtype=BF16), tokens(8, 256, 50000)), True, net)


def clip_case():
    import transformers

    config = transformers.CLIPConfig(text_config={'num_hidden_layers': 2}, vision_config={'num_hidden_layers': 2})
    net = prepared(transformers.CLIPModel(config), BF16, True)
    run = lambda ids, x: net(input_ids=ids, pixel_values=x, return_dict=True).logits_per_image
    return Case(run, (tokens(64, 77, 49000), torch.randn(64, 3, 224, 224, dtype=BF16)), True, net)


add('speech', 'wav2vec2', lambda: speech_case('Wav2Vec2Config', 'Wav2Vec2Model', BF16, True))
add('speech', 'hubert', lambda: speech_case('HubertConfig', 'HubertModel', F16, False))
add('speech', 'whisper', whisper_case)
add('multimodal', 'clip', clip_case)
