"""A client of Heddle for Python 3.9 or later: one file, standard library only.

    from heddle_client import HeddleClient

    fabric = HeddleClient("http://127.0.0.1:3000", api_key="hdl_...")
    run = fabric.submit_workflow("research/deep-research", input={"topic": "AI trends"})
    for event in fabric.stream_run_events(run["run_id"]):
        print(event["kind"])
"""

import hashlib
import hmac
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, Iterator, List, Optional, Union

__all__ = [
    "FabricClient",
    "HeddleClient",
    "HeddleError",
    "RunFailedError",
    "WebhookSignatureError",
    "construct_webhook_event",
    "verify_webhook_signature",
]

_ENDS = {"workflow.run.completed", "workflow.run.failed", "workflow.run.cancelled"}
_RETRIES = 3
_LONGEST_PAUSE = 60.0
# None is a state of its own: null.
_ABSENT: Any = object()
# A stream sends a comment every 15 seconds.
_SILENCE = 60.0


class HeddleError(Exception):
    """A refusal of the API: its code, the HTTP status, and the field that is wrong."""

    def __init__(self, message: str, code: str, status: int, field: Optional[str] = None) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.field = field


class RunFailedError(Exception):
    """The end of a run that did not complete."""

    def __init__(self, run: Dict[str, Any]) -> None:
        error = run.get("error") or {}
        super().__init__(error.get("message") or f"The run {run['run_id']} is {run['status']}.")
        self.run = run


class WebhookSignatureError(Exception):
    """A webhook whose signature is missing, wrong or too old."""


class HeddleClient:
    """A client of one Heddle. Every refusal is raised as a HeddleError; 429 and 503 are repeated after Retry-After."""

    def __init__(self, base_url: str, api_key: Optional[str] = None, timeout: float = 30.0) -> None:
        self.base_url = base_url.rstrip("/")
        self.api_key = api_key
        self.timeout = timeout

    def submit_workflow(
        self,
        name: str,
        input: Optional[Dict[str, Any]] = None,
        *,
        state: Any = _ABSENT,
        fail_fast: Optional[bool] = None,
        variants: Optional[int] = None,
        bundle: Optional[List[Dict[str, Any]]] = None,
        tags: Optional[List[str]] = None,
        priority: Optional[int] = None,
        version: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Starts a run: {"run_id", "status", "variants"}. The same key starts one run, whatever the number of requests."""
        body = _given(
            input=input or {},
            fail_fast=fail_fast,
            variants=variants,
            bundle=bundle,
            tags=tags,
            priority=priority,
        )
        if state is not _ABSENT:
            body["state"] = state
        query = _given(name=name, version=version)
        return self._request("POST", "/v1/workflows/run", query=query, body=body, key=idempotency_key or _new_key())

    def submit_and_get_output(self, name: str, input: Optional[Dict[str, Any]] = None, **options: Any) -> List[Any]:
        """The outputs of a run at its end, one for each variant. Raises RunFailedError unless it completed."""
        run_id = self.submit_workflow(name, input, **options)["run_id"]
        run = self.wait_for_run(run_id)
        if run["status"] != "completed":
            raise RunFailedError(run)
        return [output["output"] for output in run["outputs"]]

    def get_workflow_run(self, run_id: str) -> Dict[str, Any]:
        return self._request("GET", _run(run_id))

    def list_workflow_runs(self, **filters: Any) -> Iterator[Dict[str, Any]]:
        """All runs that the filters find, newest first; their names are the parameters of GET /v1/workflow-runs."""
        cursor: Optional[str] = None
        while True:
            page = self._request("GET", "/v1/workflow-runs", query=_given(**filters, cursor=cursor))
            yield from page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def wait_for_run(self, run_id: str) -> Dict[str, Any]:
        """The run at its end."""
        for _ in self.stream_run_events(run_id):
            pass
        return self.get_workflow_run(run_id)

    def cancel_workflow_run(self, run_id: str, reason: Optional[str] = None) -> Dict[str, Any]:
        return self._verb(run_id, "cancel", reason=reason)

    def pause_workflow_run(self, run_id: str, reason: Optional[str] = None) -> Dict[str, Any]:
        return self._verb(run_id, "pause", reason=reason)

    def resume_workflow_run(self, run_id: str, input: Any = None) -> Dict[str, Any]:
        """Goes on after a pause, or answers what the run waits for."""
        return self._verb(run_id, "resume", input=input)

    def signal_workflow_run(self, run_id: str, signal_name: str, payload: Any = None) -> Dict[str, Any]:
        return self._verb(run_id, "signal", signal_name=signal_name, payload=payload)

    def approve_workflow_run(self, run_id: str, input: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        return self._verb(run_id, "approve", input=input)

    def retry_workflow_run(self, run_id: str, from_step: Optional[str] = None) -> Dict[str, Any]:
        return self._verb(run_id, "retry", from_step=from_step)

    def stream_run_events(
        self, run_id: str, include_internal: bool = False, last_event_id: Optional[str] = None
    ) -> Iterator[Dict[str, Any]]:
        """The events of a run, past ones first; ends with the run. A broken connection is opened again behind the last."""
        query = {"include_internal": "true"} if include_internal else {}
        address = self._address(f"{_run(run_id)}/events", query)
        pause, opened = 0.5, False
        while True:
            ended = False
            try:
                headers = {"accept": "text/event-stream", **({"last-event-id": last_event_id} if last_event_id else {})}
                with self._open("GET", address, headers=headers, timeout=_SILENCE) as response:
                    if response.status == 204:
                        return
                    opened = True
                    for event_id, data in _sent_events(response):
                        event = json.loads(data)
                        last_event_id, pause = event_id or last_event_id, 0.5
                        ended = ended or (event["run_id"] == run_id and event["kind"] in _ENDS)
                        yield event
                if ended:
                    return
            except HeddleError as error:
                if not opened or (error.status < 500 and error.status != 429):
                    raise
            except (OSError, http.client.HTTPException):
                if not opened:
                    raise
            time.sleep(pause)
            pause = min(2 * pause, 15.0)

    def _verb(self, run_id: str, verb: str, **body: Any) -> Dict[str, Any]:
        return self._request("POST", f"{_run(run_id)}/{verb}", body=_given(**body), key=_new_key())

    def _request(
        self,
        method: str,
        path: str,
        query: Optional[Dict[str, Any]] = None,
        body: Optional[Dict[str, Any]] = None,
        key: Optional[str] = None,
    ) -> Any:
        headers = {"idempotency-key": key} if key else {}
        address = self._address(path, query or {})
        with self._open(method, address, body=body, headers=headers, timeout=self.timeout) as response:
            return json.loads(response.read())

    def _address(self, path: str, query: Dict[str, Any]) -> str:
        texts = {name: _query_text(value) for name, value in query.items()}
        return f"{self.base_url}{path}" + (f"?{urllib.parse.urlencode(texts)}" if texts else "")

    def _open(
        self,
        method: str,
        address: str,
        headers: Dict[str, str],
        timeout: float,
        body: Optional[Dict[str, Any]] = None,
    ) -> Any:
        """The answer. A change that got 503 may have been executed, so it is repeated only under an idempotency key."""
        data = None if body is None else json.dumps(body).encode()
        sent = {**headers, **({"content-type": "application/json"} if data is not None else {})}
        if self.api_key:
            sent["authorization"] = f"Bearer {self.api_key}"
        attempt = 1
        while True:
            try:
                request = urllib.request.Request(address, data=data, headers=sent, method=method)
                return urllib.request.urlopen(request, timeout=timeout)
            except urllib.error.HTTPError as error:
                repeatable = error.code == 429 or (error.code == 503 and (method == "GET" or "idempotency-key" in headers))
                pause = _retry_pause(error.headers.get("retry-after"), attempt)
                if not repeatable or attempt > _RETRIES or pause > _LONGEST_PAUSE:
                    raise _error_of(error) from None
            time.sleep(pause)
            attempt += 1


FabricClient = HeddleClient


def verify_webhook_signature(
    raw_body: Union[bytes, str],
    signature_header: Optional[str],
    secret: str,
    tolerance_seconds: int = 300,
    now: Optional[float] = None,
) -> bool:
    """Whether a webhook was signed with the secret, and not too long ago: the header x-fabric-signature."""
    parts = [part.strip().partition("=") for part in (signature_header or "").split(",")]
    times = [value for name, _, value in parts if name == "t"]
    if len(times) != 1 or not times[0].isascii() or not times[0].isdigit() or not secret:
        return False
    if abs(int(now if now is not None else time.time()) - int(times[0])) > tolerance_seconds:
        return False
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    expected = hmac.new(secret.encode(), times[0].encode() + b"." + body, hashlib.sha256).hexdigest()
    results = [hmac.compare_digest(expected.encode(), value.encode()) for name, _, value in parts if name == "v1"]
    return any(results)


def construct_webhook_event(
    raw_body: Union[bytes, str],
    signature_header: Optional[str],
    secret: str,
    tolerance_seconds: int = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """The event of a webhook whose signature is right. Raises WebhookSignatureError: answer such a request with 400."""
    if not verify_webhook_signature(raw_body, signature_header, secret, tolerance_seconds, now):
        raise WebhookSignatureError("The signature of the webhook is missing, wrong or too old.")
    return json.loads(raw_body)


def _run(run_id: str) -> str:
    return f"/v1/workflow-runs/{urllib.parse.quote(run_id, safe='')}"


def _given(**fields: Any) -> Dict[str, Any]:
    """The fields that are given."""
    return {name: value for name, value in fields.items() if value is not None}


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _new_key() -> str:
    return str(uuid.uuid4())


def _retry_pause(said: Optional[str], attempt: int) -> float:
    try:
        return max(0.0, float(said or ""))
    except ValueError:
        return 2.0 ** (attempt - 1)


def _error_of(error: urllib.error.HTTPError) -> HeddleError:
    try:
        said = json.loads(error.read())["error"]
        return HeddleError(said["message"], said["code"], error.code, said.get("field"))
    except (ValueError, KeyError, TypeError):
        message = f"The server responded with {error.code}, but not with JSON. Is this a Heddle server?"
        return HeddleError(message, "NOT_HEDDLE", error.code)


def _sent_events(response: Any) -> Iterator[Any]:
    """The events of a body in the format of server-sent events: (id, data)."""
    event_id: Optional[str] = None
    data: List[str] = []
    for line in response:
        text = line.decode().rstrip("\r\n")
        if text == "":
            if data:
                yield event_id, "\n".join(data)
            data = []
        elif text.startswith("data:"):
            data.append(text[5:].removeprefix(" "))
        elif text.startswith("id:"):
            event_id = text[3:].removeprefix(" ")
