"""A batch of Platen in Temporal: an activity for each shard, then one for the merge.

This is the worker. Rows, label and output are in a folder that all workers share; `platen` is installed beside them.
"""

import asyncio
import os
from dataclasses import dataclass
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.common import RetryPolicy
from temporalio.exceptions import ApplicationError
from temporalio.worker import Worker


@dataclass
class Batch:
    rows: str
    label: str
    output: str
    shards: int


@activity.defn
async def platen(arguments: list[str]) -> int:
    process = await asyncio.create_subprocess_exec("platen", *arguments)
    ended = asyncio.create_task(process.wait())
    try:
        while not ended.done():
            activity.heartbeat()
            await asyncio.wait([ended], timeout=5)
    finally:
        # The activity is cancelled: the shard keeps what it has, and ends.
        if process.returncode is None:
            process.terminate()
    status = ended.result()
    # With 3 the shard is done, and rows failed. With 2 the options do not fit: another attempt would end alike.
    if status not in (0, 3):
        raise ApplicationError(f"platen ended with status {status}", non_retryable=status == 2)
    return status


@workflow.defn
class Labels:
    @workflow.run
    async def run(self, batch: Batch) -> int:
        def run(*arguments: str):
            return workflow.execute_activity(
                platen,
                list(arguments),
                start_to_close_timeout=timedelta(hours=12),
                heartbeat_timeout=timedelta(seconds=30),
                retry_policy=RetryPolicy(maximum_attempts=4),
            )

        options = [batch.rows, "--label", batch.label, "--local", "-o", batch.output, "--concurrency", "1", "--resume"]
        shards = [run("batch", *options, "--shard", f"{number}/{batch.shards}") for number in range(batch.shards)]
        await asyncio.gather(*shards)
        return await run("batch", "merge", batch.output, "--shards", str(batch.shards))


async def main() -> None:
    client = await Client.connect(os.environ.get("TEMPORAL_ADDRESS", "localhost:7233"))
    worker = Worker(
        client, task_queue="platen", workflows=[Labels], activities=[platen], max_concurrent_activities=os.cpu_count()
    )
    await worker.run()


if __name__ == "__main__":
    asyncio.run(main())
