"""Solves a collection of tsume-shogi problems on a Spark cluster.

Each partition of the problems goes through one `tsume solve -`, which has to be on every machine:

    spark-submit --master spark://HOST:7077 solve.py hdfs:///problems.jsonl hdfs:///answers

Problems that make no sense are told in the logs of the executors; the others are solved all the same.
"""

import argparse
import shlex

from pyspark.sql import SparkSession


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("problems", help="JSON Lines or SFEN lines, one file or many")
    parser.add_argument("answers", help="a folder, which must not exist, for the answers as JSON Lines")
    parser.add_argument("--tsume", default="tsume", help="the program as the executors find it")
    parser.add_argument("--options", default="--any", help="more options for tsume solve")
    parser.add_argument("--partitions", type=int, default=64, help="how many parts are solved on their own")
    parser.add_argument("--master", help="the cluster, when spark-submit does not say")
    return parser.parse_args()


def session(master):
    builder = SparkSession.builder.appName("tsume")
    if master:
        builder = builder.master(master)
    return builder.getOrCreate()


def main():
    given = arguments()
    spark = session(given.master)
    # One job for each task: Spark itself keeps the cores busy.
    command = f"{shlex.quote(given.tsume)} solve - --jobs 1 --format jsonl {given.options}"
    problems = spark.sparkContext.textFile(given.problems, given.partitions)
    # The exit code says what the answers say as well, so that it need not end the work.
    problems.pipe(command).saveAsTextFile(given.answers)
    spark.stop()


if __name__ == "__main__":
    main()
