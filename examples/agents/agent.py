"""An agent in Python, by the standard library alone: functions of ASYNC steps, activities, and the body of a workflow.

HEDDLE_URL=http://localhost:3000 [HEDDLE_TOKEN=hdl_...] python3 examples/agents/agent.py
"""

import json
import os
import urllib.error
import urllib.request

URL = os.environ['HEDDLE_URL'] + '/v1/agent'
HEADERS = {'Content-Type': 'application/json'}
if os.environ.get('HEDDLE_TOKEN'):
    HEADERS['Authorization'] = 'Bearer ' + os.environ['HEDDLE_TOKEN']

FUNCTIONS = {
    'python.add': lambda task: {'sum': sum(task['input']['numbers'])},  # an ASYNC step gets input, state and with
    'greet': lambda task: 'Hello ' + task['args'][0],  # an activity gets args
}


def greeting(given):
    """The body of the workflow Greeting yields commands, and gets the result of each."""
    greeted = yield {'kind': 'activity', 'name': 'greet', 'args': [given['name']]}
    yield {'kind': 'timer', 'name': 'sleep', 'duration_ms': 10}
    return greeted.upper()


def post(path, **body):
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), HEADERS)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def deliver(task):
    """Runs the body from its beginning: results come from the history, and commands that it lacks are new."""
    recorded, commands, body, value = task['history']['commands'], [], greeting(task['input']), None
    results = {news['n']: news.get('value') for news in task['history']['news'] if news['kind'] == 'resolved'}
    for n in range(1, 50_000):
        try:
            command = body.send(value)
        except StopIteration as end:
            return {'outcome': 'completed', 'result': end.value, 'commands': commands}
        if n > len(recorded):
            commands.append({'n': n, **command})
        elif (recorded[n - 1]['kind'], recorded[n - 1]['name']) != (command['kind'], command['name']):
            return {'outcome': 'violation', 'message': f'command {n} differs from the history', 'commands': []}
        if n not in results:
            return {'outcome': 'blocked', 'reason': command['name'], 'commands': commands}
        value = results[n]


def main():
    me = {'agent_id': f'python:{os.getpid()}', 'queues': ['python']}
    workflows = [{'type': 'Greeting', 'hash': '1', 'source': open(__file__, encoding='utf-8').read()}]
    post('/register', **me, activities=list(FUNCTIONS), workflows=workflows, version='1.0')
    while True:
        for task in post('/poll', agent_id=me['agent_id'], kinds=['step', 'activity', 'workflow'], wait_seconds=30)['tasks']:
            try:
                is_body = task['kind'] == 'workflow'
                answer = {'up_to_seq': task['up_to_seq'], **deliver(task)} if is_body else {'result': FUNCTIONS[task['type']](task)}
            except Exception as error:  # the policy of the step or activity decides about another attempt
                answer = {'failure': {'type': type(error).__name__, 'message': str(error)}}
            try:
                post(f"/tasks/{task['task_id']}/respond", token=task['token'], **answer)
            except urllib.error.HTTPError as refusal:
                if refusal.code != 409:  # 409: the task was cancelled, or is leased to another agent
                    raise


main()
