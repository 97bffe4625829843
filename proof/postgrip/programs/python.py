"""An agent and a client of PostGrip's Python SDK, with the environment of a session: it prints what each scenario saw."""

import asyncio
import json
import os
import sys
from datetime import timedelta

from postgrip_agent import Agent, ApplicationFailure, CancelledFailure, Client, activity, workflow

ON_MESSAGE = workflow.define_signal("on_message")
STATUS = workflow.define_query("status")
REPLACE = workflow.define_update("replace_messages")
QUEUE = os.environ["POSTGRIP_AGENT_TASK_QUEUE"]
attempts: dict[str, int] = {}
notes: list[str] = []


@activity.defn
async def flaky(name: str, times: int) -> str:
    attempts[name] = attempts.get(name, 0) + 1
    await activity.heartbeat({"attempt": attempts[name]})
    if attempts[name] <= times:
        raise RuntimeError(f"attempt {attempts[name]} is broken")
    return f"attempt {attempts[name]}"


@activity.defn
async def deny() -> None:
    attempts["deny"] = attempts.get("deny", 0) + 1
    raise ApplicationFailure("No way", type="Denied", non_retryable=True)


@activity.defn
async def note(text: str) -> None:
    await activity.stdout(text)
    notes.append(text)


@activity.defn
async def work() -> None:
    try:
        while True:
            await activity.heartbeat()
            await asyncio.sleep(0.02)
    except CancelledFailure:
        notes.append("the heartbeat was cancelled")
        raise


@workflow.defn(name="Messages")
class Messages:
    def __init__(self) -> None:
        self.messages: list[str] = []
        workflow.set_handler(ON_MESSAGE, self.messages.append)
        workflow.set_handler(STATUS, lambda: {"received": len(self.messages)})
        workflow.set_handler(REPLACE, self.replace)

    def replace(self, messages: list[str]) -> int:
        self.messages[:] = messages
        return len(self.messages)

    @workflow.run
    async def run(self) -> list[str]:
        await workflow.condition(lambda: len(self.messages) >= 3)
        return self.messages


@workflow.defn(name="Retried")
class Retried:
    @workflow.run
    async def run(self) -> list[str]:
        retry = {"maximumAttempts": 3, "initialIntervalMs": 10}
        done = await workflow.execute_activity(flaky, "twice", 2, retry=retry)
        try:
            await workflow.execute_activity(deny, retry=retry)
        except ApplicationFailure as failure:
            return [done, str(failure)]
        return [done]


@workflow.defn(name="Double")
class Double:
    @workflow.run
    async def run(self, n: int) -> int:
        return n * 2


@workflow.defn(name="Parent")
class Parent:
    @workflow.run
    async def run(self) -> int:
        return await workflow.execute_child("Double", 21)


@workflow.defn(name="Counter")
class Counter:
    @workflow.run
    async def run(self, n: int, end: int) -> int:
        if n < end:
            workflow.continue_as_new("Counter", n + 1, end)
        return n


@workflow.defn(name="Cleanup")
class Cleanup:
    @workflow.run
    async def run(self) -> str:
        try:
            await workflow.sleep(timedelta(hours=1))
        except CancelledFailure:
            await workflow.CancellationScope.non_cancellable(lambda: workflow.execute_activity(note, "cleaned"))
            return "cleaned"
        return "slept"


@workflow.defn(name="Working")
class Working:
    @workflow.run
    async def run(self) -> None:
        await workflow.execute_activity(work, start_to_close_timeout=timedelta(minutes=10))


async def main() -> None:
    client = await Client.connect(os.environ["POSTGRIP_AGENTORCHESTRATOR_URL"])
    every = [Messages, Retried, Double, Parent, Counter, Cleanup, Working]
    agent = Agent(client, task_queue=QUEUE, workflows=every, activities=[flaky, deny, note, work], poll_interval=0.05)

    async def begin(of, *args):
        return await client.start_workflow(of, *args, task_queue=QUEUE)

    async def result_of(handle):
        return await handle.result(poll_interval=0.05)

    async def at_work(handle, kind: str) -> None:
        while all(event["type"] != kind for event in await handle.history()):
            await asyncio.sleep(0.05)

    async def signals():
        handle = await begin(Messages)
        await handle.signal(ON_MESSAGE, "a")
        await handle.signal(ON_MESSAGE, "b")
        asked = await handle.query(STATUS)
        await handle.signal("on_message", "c")
        return [asked, await result_of(handle)]

    async def update():
        handle = await begin(Messages)
        two = await handle.execute_update(REPLACE, ["x", "y"])
        asked = await handle.query(STATUS)
        three = await handle.execute_update(REPLACE, ["x", "y", "z"])
        return [two, asked, three, await result_of(handle)]

    async def retries():
        return [await result_of(await begin(Retried)), attempts]

    async def child():
        return await result_of(await begin(Parent))

    async def continue_as_new():
        return await result_of(await begin(Counter, 0, 5))

    async def cancel():
        handle = await begin(Cleanup)
        await at_work(handle, "TimerStarted")
        await handle.cancel("enough")
        return [await result_of(handle), notes.pop()]

    async def cancel_activity():
        handle = await begin(Working)
        await at_work(handle, "ActivityTaskScheduled")
        await handle.cancel("enough")
        try:
            said = await result_of(handle)
        except Exception as error:
            said = str(error)
        while not notes:
            await asyncio.sleep(0.05)
        return [said, notes.pop()]

    async def scenarios():
        seen = {}
        for scenario in [signals, update, retries, child, continue_as_new, cancel, cancel_activity]:
            seen[scenario.__name__] = await scenario()
            print(scenario.__name__, seen[scenario.__name__], file=sys.stderr)
        return seen

    print(json.dumps(await agent.run_until(scenarios())))


asyncio.run(main())
