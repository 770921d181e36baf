"""The shortest solution of one board, by pieces on a Spark cluster.

spark-submit solve_in_pieces.py BOARD [DEPTH] [PIECES A PROCESS] [OPTIONS OF slide solve]...
"""
import json
import os
import subprocess
import sys

from pyspark.sql import SparkSession

board, depth, chunk, *options = sys.argv[1:] + ["12", "100"][len(sys.argv) - 2:]
context = SparkSession.builder.appName("slide").getOrCreate().sparkContext

def split(*arguments):
    command = ["slide", "split", *arguments, board]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return lines.splitlines()

def solutions(pieces):
    lines = context.parallelize(pieces, 1 + len(pieces) // int(chunk))
    command = " ".join(["slide solve --jobs 1", *options])
    return lines.pipe(command, env=dict(os.environ)).filter(lambda line: line != "none")

bound = json.loads(split("--depth", "0")[0])["bound"]
while not (found := solutions(split("--depth", depth, "--bound", str(bound))).take(1)):
    bound += 2
if found[0] in ("unknown", "invalid"):
    sys.exit(f"a piece is {found[0]}")
print(len(found[0]), found[0])
