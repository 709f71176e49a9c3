"""Shortens a log that TORCH_TRACE wrote to the records that are read, and takes the paths of one machine out of it.

step.log is what PyTorch 2.11 (CPU) wrote for step.py with TORCH_TRACE=FOLDER TORCHINDUCTOR_FORCE_DISABLE_CACHES=1.

usage: shorten.py LOG FOLDER_OF_THE_RUN > step.log
"""
import re
import sys

WORDS = ["inductor_post_grad_graph", "inductor_output_code", "inductor_provenance_tracking_node_mappings", '"compilation_metrics"',
         '"aot_forward_graph"', '"dynamo_start"']
keep = False
for line in open(sys.argv[1], encoding="utf-8"):
    if not line.startswith("\t"):
        keep = any(word in line for word in WORDS)
        line = re.sub(r'("compilation_metrics": \{).*?("co_name": "[^"]*", "co_filename": "[^"]*", "co_firstlineno": \d+).*?\}(, "frame_id")',
                      r"\1\2}\3", line)
    if keep:
        line = re.sub(r"/\S*?site-packages/", "", line.replace(sys.argv[2], "/home/user"))
        sys.stdout.write(line)
