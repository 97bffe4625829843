import { describe, expect, test } from 'vitest'
import { parse } from '../parse.ts'

const text = `workflow_type: net/upgrade
envelope:
  validate: # once
    - { check: "size(input.devices) > 0", message: Name at least one device }
  conditions:
    - { name: window, when: "now >= timestamp(input.window_start)", at: "input.window_start" }
    - { name: approved, signal: change-approved }
    - { name: core-free, when: "resources('site:' + input.site).free", every_seconds: 30 }
  conditions_timeout_seconds: 86400
  discover:
    resources: ["'site:' + input.site", "input.devices.map(d, 'device:' + d)"]
    timeout_seconds: 300
  locks:
    mode: exclusive
    shared: ["'site:' + input.site"]
    wait_timeout_seconds: 3600
    while_waiting: hold
    on_unsafe: hold_until_ack
  run_timeout_seconds: 7200
  rollback: when_possible
  rollback_timeout_seconds: 1800
  acknowledge: { completed: auto, failed_safe: auto, failed_unsafe: manual, after_seconds: 0 }
steps:
  - { name: Upgrade, function: net.upgrade, fencing: true }
`

const problems = (envelope: string) =>
  parse(`workflow_type: W\nenvelope:\n${envelope}\nsteps:\n  - { name: A, function: f }\n`).problems.map(
    ({ code, message }) => `${code}: ${message}`,
  )

describe('the envelope of a definition', () => {
  test('is read with all of its keys, without a problem', () => {
    const { definition, problems } = parse(text)
    expect(problems).toEqual([])
    expect(definition?.envelope).toMatchObject({
      conditions: [{ name: 'window' }, { signal: 'change-approved' }, { every_seconds: 30 }],
      discover: { resources: ["'site:' + input.site", "input.devices.map(d, 'device:' + d)"] },
      locks: { shared: ["'site:' + input.site"] },
      acknowledge: { failed_unsafe: 'manual' },
    })
    expect(definition?.steps[0]?.fencing).toBe(true)
  })

  test('a single expression may be written without a list', () => {
    const { definition } = parse('workflow_type: W\nenvelope:\n  discover: { resources: "\'a:1\'" }\nsteps: []\n')
    expect(definition?.envelope?.discover?.resources).toEqual(["'a:1'"])
  })

  test.each([
    ['a condition without a test', '  conditions: [{ name: a }]', 'KEY_MISSING'],
    ['two conditions of one name', '  conditions: [{ name: a, signal: x }, { name: a, signal: y }]', 'NAME_TWICE'],
    ['locks without resources', '  locks: { mode: shared }', 'KEY_UNUSED'],
    ['a discovery of nothing', '  discover: { timeout_seconds: 3 }', 'KEY_MISSING'],
    ['a queue without a function', '  discover: { resources: "input.x", queue: q }', 'KEY_UNUSED'],
    ['an unknown mode', '  discover: { resources: "input.x" }\n  locks: { mode: some }', 'CHOICE_UNKNOWN'],
    ['an expression that cannot be read', '  validate: [{ check: "1 +" }]', 'EXPRESSION_INVALID'],
    ['a check that is no condition', '  validate: [{ check: "1 + 1" }]', 'CONDITION_NOT_BOOLEAN'],
    ['a resource that is a number', '  discover: { resources: "1 + 1" }', 'WRONG_TYPE'],
    ['resources() outside of the conditions', '  validate: [{ check: "resources(\'a:1\').free" }]', 'NAME_NOT_FOUND'],
    ['a time limit beyond 30 days', '  run_timeout_seconds: 2592001', 'OUT_OF_RANGE'],
    ['too many checks', `  validate: [${'{ check: "true" }, '.repeat(21)}]`, 'OUT_OF_RANGE'],
    ['an unknown key', '  lock: {}', 'KEY_UNKNOWN'],
  ])('%s is a problem', (_, envelope, code) => {
    expect(problems(envelope).map((problem) => problem.split(':')[0])).toContain(code)
  })

  test.each([
    ['locks: { mode: shared }', 'locks', 'add discover'],
    ['conditions_timeout_seconds: 60', 'conditions_timeout_seconds', 'There are no conditions.'],
    ['conditions: [{ name: a, signal: x, at: "input.t" }]', 'at', 'A signal is checked when it arrives.'],
    [
      'conditions: [{ name: a, signal: x, every_seconds: 30 }]',
      'every_seconds',
      'A signal is checked when it arrives.',
    ],
    ['discover: { resources: "input.x", function: f }', 'function', 'name the resources'],
    ['discover: { resources: "input.x", with: { a: 1 } }', 'with', 'Only a function has arguments.'],
  ])('%s: a key has no effect', (envelope, key, reason) => {
    const found = problems(`  ${envelope}`).filter((problem) => problem.startsWith('KEY_UNUSED'))
    expect(found).toEqual([expect.stringMatching(`^KEY_UNUSED: ${key} has no effect. .*${reason}`)])
  })

  test('the time limit of the workflow has no effect beside that of the envelope', () => {
    const head = 'workflow_type: W\ntimeout_seconds: 60\nenvelope: { run_timeout_seconds: 60 }\n'
    const { problems } = parse(`${head}steps: [{ name: A, function: f }]\n`)
    expect(problems.map(({ code, path }) => [code, path])).toEqual([['KEY_UNUSED', ['timeout_seconds']]])
  })

  test('a condition without a name and a test is asked for both', () => {
    expect(problems('  conditions: [{ name: "" }]')).toContain(
      'KEY_MISSING: When is the condition true? Set when or signal.',
    )
  })

  test('a problem within a text is at that text', () => {
    const at = (envelope: string) =>
      parse(`workflow_type: W\nenvelope: { ${envelope} }\nsteps: [{ name: A, function: f }]\n`).problems.map(
        ({ code, path }) => [code, path.slice(1).join('.')],
      )
    expect(at('conditions: [{ name: a, signal: "x-{{ 1 + }}" }]')).toEqual([
      ['EXPRESSION_INVALID', 'conditions.0.signal'],
    ])
    expect(at('discover: { function: f, with: { sites: [a, "{{ 1 + }}"] } }')).toEqual([
      ['EXPRESSION_INVALID', 'discover.with.sites.1'],
    ])
  })

  test('a problem of an expression is at its part of the text', () => {
    const source = `workflow_type: W\nenvelope:\n  validate: [{ check: "input.a + " }]\nsteps: [{ name: A, function: f }]\n`
    const [problem] = parse(source).problems
    expect(problem?.path).toEqual(['envelope', 'validate', 0, 'check'])
  })

  test('now is a time in the conditions, and a name like any other elsewhere', () => {
    expect(problems('  conditions: [{ name: a, when: "now > 1" }]')[0]).toContain('WRONG_TYPE')
    expect(problems('  conditions: [{ name: a, when: "now > timestamp(input.x)" }]')).toEqual([])
  })
})
