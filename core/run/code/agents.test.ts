import { describe, expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import type { Effect } from '../effect.ts'
import type { CodeCommand } from './code-state.ts'
import { activity, codeOptions, ScriptedCodeRun } from './testing/scripted-code-run.ts'

const code = { entry: '', export_name: '', sources: {}, signals: [], queries: [], updates: [] }
const ofAgents = (more: object = {}) =>
  ({ ...codeOptions(), kind: 'code', code: { ...code, queue: 'py', by: 'agents', hash: 'abc', ...more } }) as Definition

function begin(definition: Definition): ScriptedCodeRun {
  const run = new ScriptedCodeRun({}, definition)
  run.own()
  return run
}

const taskOf = (run: ScriptedCodeRun) => {
  const owed = run.plan().find(({ kind }) => kind === 'agent_task') as Extract<Effect, { kind: 'agent_task' }>
  return owed
}

const answer = (run: ScriptedCodeRun, commands: readonly CodeCommand[], agent_id = 'one') => {
  const { task, attempt, upToSeq: up_to_seq } = taskOf(run).delivery
  const outcome = { kind: 'blocked' } as const
  return run.send({ type: 'code_task_ended', task, attempt, up_to_seq, commands, notes: [], outcome, agent_id })
}

describe('a body that agents run', () => {
  it('is offered to the agents of its queue, with its hash, and again to the agent that answered last', () => {
    const run = begin(ofAgents())
    expect(run.kinds()).toEqual(['agent_task'])
    expect(taskOf(run)).toMatchObject({ queue: 'py', type: 'Messages', hash: 'abc', delivery: { task: 1, fromSeq: 0 } })
    expect(taskOf(run)).not.toHaveProperty('agent')
    answer(run, [activity(1)])
    expect(run.plan()).toMatchObject([{ kind: 'worker_task', queue: 'py', call: { activity: true } }])
    run.send({
      type: 'attempt_ended',
      step: 'fetchUser#1',
      iteration: 1,
      attempt: 1,
      outcome: { kind: 'completed', output: 1 },
    })
    expect(taskOf(run)).toMatchObject({ agent: 'one', delivery: { task: 2 } })
  })

  it('is of agents where its queue is not that of the engines', () => {
    expect(begin(ofAgents({ by: undefined })).kinds()).toEqual(['agent_task'])
    expect(begin(ofAgents({ by: undefined, queue: 'default' })).kinds()).toEqual(['code_task'])
  })
})

describe('an activity', () => {
  it('goes to the queue that its options name, and back to its own host without one', () => {
    const run = begin(codeOptions())
    const options = { queue: 'gpu', startToCloseTimeoutMs: 5_000 }
    run.answer({ commands: [activity(1, 'render', { options }), activity(2)] })
    expect(run.plan()).toMatchObject([
      { kind: 'worker_task', id: 'work:render#1:1:1', queue: 'gpu', idempotent: false, call: { timeoutMs: 5_000 } },
      { kind: 'attempt', step: 'fetchUser#2' },
    ])
  })
})
