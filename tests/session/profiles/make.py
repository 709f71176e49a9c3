"""Writes the profiles of the tests, by hand and not by a profiler: three runs of graphs/dumps/epilogue/inference, whose
launches are extern_kernels.addmm, triton_poi_fused_add_gelu_0, extern_kernels.mm and triton_poi_fused_leaky_relu_pow_1.

Keys and units are those of libkineto's output_json.cpp and MetadataFieldCatalog.h, of the headings that Nsight Systems' report
cuda_gpu_trace documents, and of Nsight Compute's CSV pages: the details page as ncu of CUDA 13.0 writes it, the raw page with the
units of older ones. The times are round numbers, so that medians are worked out in the head. In run r, in microseconds: addmm 100 + r, the first Triton kernel 20 + 2r, mm 60 + r and 5 (two kernels of one call), the second
30 + r*r; one passes between kernels, and 500 between the starts of runs. A kernel of another graph and one launch outside of any
run come before them, as warming up leaves them.

usage: make.py FOLDER
"""
import json
import os
import sys

FIRST, SECOND = "triton_poi_fused_add_gelu_0", "triton_poi_fused_leaky_relu_pow_1"
GEMM, REDUCE = "sm90_xmma_gemm_bf16bf16_bf16f32_tn_n", "void cublasLt::splitKreduce_kernel<32, 16>(float const*, \"x\")"


def launches():
    """(start, duration, kernel, op, call) of every launch, in order."""
    rows = [(10.0, 7.0, "triton_per_fused_other_3", "triton_per_fused_other_3", 1), (20.0, 20.0, FIRST, FIRST, 2)]
    for run in range(3):
        at, call = 1000.0 + 500 * run, 10 * (run + 1)
        for duration, kernel, op, number in [
                (100 + run, GEMM, "aten::addmm", call), (20 + 2 * run, FIRST, FIRST, call + 1),
                (60 + run, GEMM, "aten::mm", call + 2), (5, REDUCE, "aten::mm", call + 2),
                (30 + run * run, SECOND, SECOND, call + 3)]:
            rows.append((at, float(duration), kernel, op, number))
            at += duration + 1
    return rows


def kineto(file):
    events = [{"ph": "M", "name": "process_name", "pid": 0, "tid": 0, "args": {"name": "python3"}}]
    for start, duration, kernel, op, call in launches():
        events.append({"ph": "X", "cat": "cpu_op", "name": op, "pid": 4711, "tid": 4711, "ts": start - 8, "dur": 3.5,
                       "args": {"External id": call, "Ev Idx": call}})
        events.append({"ph": "X", "cat": "kernel", "name": kernel, "pid": 0, "tid": 7, "ts": start, "dur": duration,
                       "args": {"External id": call, "queued": 0, "device": 0, "context": 1, "stream": 7,
                                "correlation": call, "registers per thread": 32, "shared memory": 0,
                                "blocks per SM": 62.06, "warps per SM": 248.2, "grid": [8192, 1, 1],
                                "block": [128, 1, 1], "est. achieved occupancy %": 75}})
    events.append({"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy DtoH (Device -> Pinned)", "pid": 0, "tid": 7, "ts": 1101.2,
                   "dur": 0.5, "args": {"device": 0, "stream": 7, "bytes": 4}})
    events.reverse()  # traces are in no order
    json.dump({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA H200", "numSms": 132}],
               "displayTimeUnit": "ms", "baseTimeNanoseconds": 1763000000000000000, "traceEvents": events,
               "traceName": "trace.json"}, file, indent=1)


def quoted(words):
    return ",".join('"' + str(word).replace('"', '""') + '"' for word in words) + "\n"


def nsys(file):
    file.write("Processing [report1.sqlite] with [cuda_gpu_trace.py]...\n")
    file.write("Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),"
               "Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name\n")
    for start, duration, kernel, _, call in launches():
        name = '"' + kernel.replace('"', '""') + '"' if "," in kernel else kernel
        file.write(f"{start * 1000:.0f},{duration * 1000:.0f},{call},8192,1,1,128,1,1,32,0.000,0.000,,,,,"
                   f"NVIDIA H200 (0),1,,7,{name}\n")
    file.write("1101200,500,99,,,,,,,,,,0.004,8.000,Device,Pinned,NVIDIA H200 (0),1,,7,[CUDA memcpy Device-to-Host]\n")


def ncu_launches():
    return [row for row in launches() if row[4] >= 10]


def ncu_details(file):
    head = ["ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size",
            "Device", "CC", "Section Name", "Metric Name", "Metric Unit", "Metric Value", "Rule Name", "Rule Type",
            "Rule Description", "Estimated Speedup Type", "Estimated Speedup"]
    file.write("==PROF== Connected to process 4711\n==PROF== Disconnected from process 4711\n" + quoted(head))
    for number, (_, duration, kernel, _, _) in enumerate(ncu_launches()):
        launch = [number, 4711, "python3", "127.0.0.1", kernel, 1, 7, "(128, 1, 1)", "(8192, 1, 1)", 0, "9.0"]
        for section, metric, unit, value in [
                ("GPU Speed Of Light Throughput", "DRAM Throughput", "%", "61.50"),
                ("GPU Speed Of Light Throughput", "Duration", "us", f"{duration:.2f}"),
                ("Launch Statistics", "Registers Per Thread", "register/thread", "32"),
                ("Launch Statistics", "Threads", "thread", "1,048,576"),
                ("Occupancy", "Achieved Occupancy", "%", "75.00")]:
            file.write(quoted([*launch, section, metric, unit, value])[:-1] + ",\n")
        file.write(quoted([*launch, "Occupancy", "", "", "", "AchievedOccupancy", "OPT",
                           "The difference between theoretical (100.0%) and achieved occupancy (75.0%), and so on.",
                           "local", "25.00"]))


def ncu_raw(file):
    file.write(quoted(["ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size",
                       "Grid Size", "Device", "CC", "dram__bytes_read.sum", "dram__bytes_write.sum",
                       "gpu__time_duration.sum", "launch__registers_per_thread",
                       "sm__warps_active.avg.pct_of_peak_sustained_active"]))
    file.write(quoted([""] * 11 + ["Mbyte", "Kbyte", "usecond", "register/thread", "%"]))
    for number, (_, duration, kernel, _, _) in enumerate(ncu_launches()):
        file.write(quoted([number, 4711, "python3", "127.0.0.1", kernel, 1, 7, "(128, 1, 1)", "(8192, 1, 1)", 0, "9.0",
                           "134.25", "1,024", f"{duration:.2f}", 32, "75.00"]))


for name, write in [("kineto.json", kineto), ("nsys.csv", nsys), ("ncu_details.csv", ncu_details), ("ncu_raw.csv", ncu_raw)]:
    with open(os.path.join(sys.argv[1], name), "w", encoding="utf-8") as out:
        write(out)
