"""Runs deploy/engines/step-functions.json in moto, which also is the bucket. Usage: ROWS OUTPUT SHARDS.

moto would run a job of AWS Batch once, by Docker: here it is a process for each attempt, two jobs at a time.
"""

import copy
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

import boto3
from moto.core.config import default_user_config
from moto.server import ThreadedMotoServer
from moto.stepfunctions.parser.asl.component.state.exec.state_task.service import state_task_service_batch


class Batch:
    jobs = []
    turns = threading.Semaphore(2)

    def submit_job(self, ContainerOverrides, RetryStrategy, **_):
        job = {"jobId": str(len(self.jobs)), "status": "RUNNABLE"}
        self.jobs.append(job)
        threading.Thread(target=self.run, args=(job, ContainerOverrides["Command"], RetryStrategy)).start()
        return {"JobId": job["jobId"]}

    def describe_jobs(self, jobs):
        return {"jobs": [copy.deepcopy(self.jobs[int(job)]) for job in jobs]}

    def run(self, job, command, strategy):
        final = ["0", *(rule["OnExitCode"] for rule in strategy["EvaluateOnExit"] if rule["Action"] == "EXIT")]
        with self.turns:
            for _ in range(strategy["Attempts"]):
                status = subprocess.run(["platen", *command]).returncode
                if str(status) in final:
                    break
        job["Container"] = {"ExitCode": status}
        job["status"] = "FAILED" if status else "SUCCEEDED"


rows, output, shards = sys.argv[1:]
work = pathlib.Path(os.environ["WORK"])
port = 7073
os.environ |= {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}", "MOTO_PORT": str(port)}
os.environ |= {"AWS_ACCESS_KEY_ID": "platen", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_DEFAULT_REGION": "us-east-1"}
default_user_config["stepfunctions"] = {"execute_state_machine": True}
state_task_service_batch.boto_client_for = lambda **_: Batch()
ThreadedMotoServer(port=port, verbose=False).start()

s3 = boto3.client("s3")
s3.create_bucket(Bucket="labels")
s3.upload_file(str(work / rows), "labels", rows)
engine = boto3.client("stepfunctions")
machine = engine.create_state_machine(
    name="labels",
    definition=pathlib.Path(os.environ["ENGINES"], "step-functions.json").read_text(),
    roleArn="arn:aws:iam::123456789012:role/labels",
)
batch = {"rows": f"s3://labels/{rows}", "label": "label.json", "output": f"s3://labels/{output}", "shards": int(shards)}
execution = engine.start_execution(stateMachineArn=machine["stateMachineArn"], input=json.dumps(batch))
while (status := engine.describe_execution(executionArn=execution["executionArn"])["status"]) == "RUNNING":
    time.sleep(1)
if status != "SUCCEEDED":
    sys.exit(f"the execution is {status}")
for name in (output, f"{output}.failed.csv"):
    s3.download_file("labels", name, str(work / name))
