"""A batch of Platen in Airflow 3: a task for each shard, then the merge.

Rows, label and output are in a folder that all workers share; `platen` is installed beside them.
"""

import subprocess
from datetime import timedelta

from airflow.sdk import Param, dag, task
from airflow.sdk.exceptions import AirflowFailException


def platen(*arguments: str) -> None:
    status = subprocess.run(["platen", *arguments]).returncode
    # Options that do not fit: another attempt would end alike.
    if status == 2:
        raise AirflowFailException("platen ended with status 2")
    # With 3 the shard is done, and rows failed.
    if status not in (0, 3):
        raise RuntimeError(f"platen ended with status {status}")


@dag(
    schedule=None,
    default_args={"retries": 3, "retry_delay": timedelta(seconds=10)},
    params={
        "rows": Param("/shared/rows.csv", type="string"),
        "label": Param("/shared/label.json", type="string"),
        "output": Param("/shared/labels.zpl", type="string"),
        "shards": Param(16, type="integer", minimum=1),
    },
)
def labels():
    @task
    def numbers(params) -> list[int]:
        return list(range(params["shards"]))

    @task
    def shard(number: int, params) -> None:
        part = ["--shard", f"{number}/{params['shards']}", "--concurrency", "1", "--resume"]
        platen("batch", params["rows"], "--label", params["label"], "--local", "-o", params["output"], *part)

    @task
    def merge(params) -> None:
        platen("batch", "merge", params["output"], "--shards", str(params["shards"]))

    shard.expand(number=numbers()) >> merge()


labels()
