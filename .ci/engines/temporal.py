"""Starts the workflow of deploy/engines/temporal_worker.py, and waits for its end. Usage: ROWS OUTPUT SHARDS."""

import asyncio
import os
import sys

from google.protobuf.duration_pb2 import Duration
from temporalio.api.workflowservice.v1 import RegisterNamespaceRequest
from temporalio.client import Client, WorkflowFailureError
from temporalio.service import RPCError, RPCStatusCode


async def until_known(call):
    """Calls until the server knows its namespace, some seconds after its start; None if that had been registered."""
    while True:
        try:
            return await call()
        except RPCError as error:
            if error.status == RPCStatusCode.ALREADY_EXISTS:
                return None
            if error.status not in (RPCStatusCode.NOT_FOUND, RPCStatusCode.UNAVAILABLE):
                raise
        await asyncio.sleep(1)


async def main(rows, output, shards):
    client = await Client.connect("localhost:7233")
    day = Duration(seconds=86400)
    namespace = RegisterNamespaceRequest(namespace="default", workflow_execution_retention_period=day)
    await until_known(lambda: client.workflow_service.register_namespace(namespace))
    batch = {"rows": rows, "label": "label.json", "output": output, "shards": int(shards)}
    run = await until_known(lambda: client.start_workflow("Labels", batch, id=output, task_queue="platen"))
    try:
        await run.result()
    except WorkflowFailureError as error:
        print(error.cause, file=sys.stderr)
        return 1
    return 0


status = asyncio.run(main(*sys.argv[1:]))
sys.stderr.flush()
# Threads of the SDK that still run would abort Python 3.11 at an ordinary end.
os._exit(status)
