import { describe, expect, it } from 'vitest'
import type { Definition, Step } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { readYaml } from '#core/definition/text/read-yaml.ts'
import type { Json } from '#core/json.ts'
import { readFile } from '../read-file.ts'
import { convertActions } from './convert-actions.ts'
import { isActions } from './read-actions.ts'

const release = `name: Release it
on:
  push: { branches: [main] }
  workflow_dispatch:
    inputs:
      version: { description: What to release, required: true }
      dry: { type: boolean, default: true }
      level: { type: choice, options: [minor, major] }
env: { CI: "yes" }
jobs:
  build:
    runs-on: ubuntu-latest
    outputs: { digest: "\${{ steps.pack.outputs.digest }}" }
    steps:
      - uses: actions/checkout@v4
        with: { ref: "v\${{ inputs.version }}" }
      - name: Pack it
        id: pack
        run: |
          make pack
          make sum
        shell: bash
        timeout-minutes: 5
  check:
    needs: build
    strategy: { matrix: { os: [linux, mac], node: [20, 22], exclude: [{ os: mac, node: 20 }], include: [{ os: bsd }] } }
    if: inputs.dry == false
    steps:
      - run: test \${{ matrix.os }} {{ plain }}
        env: { CI: "no" }
  publish:
    needs: [build, check]
    permissions: write-all
    steps:
      - if: \${{ github.event.inputs.level == 'it''s major' && needs.build.outputs.digest != 'none' }}
        run: publish \${{ needs.build.outputs.digest }} \${{ secrets.TOKEN }} \${{ secrets.TOKEN }}
        continue-on-error: true
      - if: always()
        run: tidy
      - if: success()
        run: \${{ github.run_id }}
  tell:
    needs: publish
    if: github.actor != 'bot'
    uses: owner/repo/.github/workflows/tell-all.yml@v1
    with: { version: "\${{ inputs.version }}" }
`

const inBraces = (source: string) => `\${{ ${source} }}`

function convert(text: string) {
  const converted = convertActions(readYaml(text).value as Json)
  if (!converted.ok) throw new Error(converted.message)
  const { definition, problems } = parse(converted.text)
  const steps = (definition as Definition).steps as readonly (Step & { readonly [key: string]: unknown })[]
  return { ...converted, definition, problems, step: (name: string) => steps.find((step) => step.name === name), steps }
}
const jobs = (text: string) => convert(`on: push\njobs:\n${text}`)

describe('a workflow of jobs', () => {
  const { name, step, steps, notes, problems, definition } = convert(release)
  const reported = (part: string) => notes.filter((note) => note.part === part).map(({ fate }) => fate)

  it('keeps its jobs, their steps, and what waits for what', () => {
    expect(name).toBe('Release_it')
    expect(steps.map((one) => [one.name, one.dependencies])).toEqual([
      ['build_1', []],
      ['build_pack', ['build_1']],
      ['check', ['build_pack']],
      ['publish_1', ['build_pack', 'check']],
      ['publish_2', ['publish_1']],
      ['publish_3', ['publish_2']],
      ['tell', ['publish_3']],
    ])
    const errors = problems.filter(({ severity }) => severity === 'error')
    expect(errors.every(({ message }) => message.includes('no `secrets` here'))).toBe(true)
  })

  it('asks for the inputs that were given by hand', () => {
    expect(definition?.input_schema).toEqual({
      type: 'object',
      properties: {
        version: { type: 'string', description: 'What to release' },
        dry: { type: 'boolean', default: true },
        level: { type: 'string', enum: ['minor', 'major'] },
      },
      required: ['version'],
    })
    expect([reported('on: push'), reported('on: workflow_dispatch')]).toEqual([['lost'], ['understood']])
  })

  it('calls a function for each step, with what that was told', () => {
    expect(step('build_1')).toMatchObject({
      function: 'actions.checkout',
      with: { ref: 'v{{ input.version }}', env: { CI: 'yes' } },
    })
    expect(step('build_pack')).toMatchObject({
      description: 'Pack it',
      function: 'actions.run',
      with: { script: 'make pack\nmake sum\n', shell: 'bash' },
      timeout_seconds: 300,
    })
    expect(reported('Pack it')).toEqual(['lost', 'changed'])
    expect(reported('Job build')).toEqual(['changed'])
  })

  it('does a matrix in rounds', () => {
    expect(step('check')).toMatchObject({
      type: 'LOOP',
      when: '(has(input.dry) ? input.dry : true) == false',
      iterate_over: '[{"os":"linux","node":20},{"os":"linux","node":22},{"os":"mac","node":22},{"os":"bsd","node":""}]',
      item_var_name: 'matrix',
      loop_body: [{ name: 'check_1', with: { env: { CI: 'no' } } }],
    })
    expect(reported('Job check')).toEqual(['changed'])
  })

  it('translates conditions and paths where their meaning is certain, and keeps the others', () => {
    expect(step('publish_1')).toMatchObject({
      when: '((has(input.level) ? input.level : "") == "it\'s major") && steps.build_pack.output.digest.lowerAscii() != "none"',
      with: { script: 'publish {{ steps.build_pack.output.digest }} {{ secrets.TOKEN }} {{ secrets.TOKEN }}' },
      on_error: 'ignore',
    })
    expect(notes.filter(({ step: at, fate }) => at === 'publish_1' && fate === 'kept')).toHaveLength(1)
    expect(step('publish_2')).not.toHaveProperty('when')
    expect(reported('tidy')).toEqual(['lost', 'lost'])
    expect(step('publish_3')).toMatchObject({ with: { script: '{{ run.id }}' } })
  })

  it('starts another workflow where a job does', () => {
    expect(step('tell')).toMatchObject({ sub_workflow_type: 'tell-all', input: { version: '{{ input.version }}' } })
    expect(reported('Job tell')).toEqual(['changed', 'changed', 'kept'])
  })
})

describe('what is odd', () => {
  it('jobs without steps are gone through, jobs that need themselves or nobody wait for nobody', () => {
    const { steps } = jobs(`  a: { steps: [{ run: a }] }
  b: { needs: [a, a, gone] }
  c: { needs: b, if: a.b == 1, steps: [{ run: c, if: "1 < 2" }] }
  d: { needs: [d2] }
  d2: { needs: [d], steps: [] }
  e: { needs: d, steps: [{}, { run: x, id: "1" }] }
`)
    expect(steps.map(({ name, dependencies }) => [name, dependencies])).toEqual([
      ['a_1', []],
      ['c_1', ['a_1']],
      ['e_1', []],
      ['e_1_2', ['e_1']],
    ])
    expect(steps[1]).toMatchObject({ when: 'a.b == 1' })
    expect(steps[2]).toMatchObject({ function: 'actions.unknown' })
  })

  it('a job that is skipped there with one that it needs is said to run here', () => {
    const { notes } = jobs(`  a: { if: inputs.go == true, steps: [{ run: a }] }
  b: { needs: a, steps: [{ run: b }] }
  c: { needs: [a, b], if: inputs.x == 1, uses: o/r/c.yml@v1 }
  d: { needs: b, if: always(), steps: [{ run: d }] }
  e: { needs: d, if: success(), steps: [{ run: e }] }
  f: { needs: e, steps: [{ run: f }] }
`)
    const changed = notes.filter(({ message }) => message.includes('set the same `when`'))
    expect(changed.map(({ part, fate }) => [part, fate])).toEqual([
      ['Job b', 'changed'],
      ['Job c', 'changed'],
    ])
  })

  it('a matrix that is made up on the way is one round, and said to be', () => {
    for (const matrix of [`"${inBraces('fromJSON(inputs.m)')}"`, '{ a: b }', '{ a: [1], include: x }', wide]) {
      const { steps, notes } = jobs(`  a: { strategy: { matrix: ${matrix} }, steps: [{ run: "\${{ matrix.a }}" }] }`)
      expect(steps[0]).toMatchObject({ function: 'actions.run', with: { script: '{{ matrix.a }}' } })
      expect(notes.filter(({ part }) => part === 'Job a')).toMatchObject([{ fate: 'lost' }])
    }
    expect(jobs('  a: { strategy: { matrix: { include: [{ b: 1 }] } }, steps: [{ run: x }] }').steps[0]).toMatchObject({
      iterate_over: '[{"b":1}]',
    })
  })

  it('what nothing is made of is said of a step, and of the matrix of another workflow', () => {
    const { notes } = jobs(`  a: { steps: [{ run: x, working-directory: y }] }
  b: { uses: o/r/c.yml@v1, strategy: { matrix: { n: [1, 2] } } }
`)
    const lost = (part: string) =>
      notes.flatMap((note) => (note.part === part && note.fate === 'lost' ? [note.message] : []))
    expect(lost('x')).toContain('Not imported: `working-directory`.')
    expect(lost('Job b')).toEqual(['Its matrix is ignored: the workflow starts once. Use a LOOP.'])
  })

  it('paths that lead nowhere certain stay as they are', () => {
    const odd = [
      'steps.gone.outputs.x',
      'steps.a.outcome',
      'needs.a.result',
      'needs.a.outputs.x',
      'github.sha',
      'x',
      "'",
      '',
    ]
    const { steps } = jobs(`  a: { outputs: { y: plain }, steps: [{ id: a, run: x }] }
  b: { needs: a, steps: [{ with: { list: ${JSON.stringify(odd.map(inBraces))}, n: 1 } }] }`)
    expect(steps[1]).toMatchObject({ with: { list: odd.map((one) => `{{ ${one} }}`), n: 1 } })
  })

  it('inputs may be named and nothing else', () => {
    const { definition } = convert('on: { workflow_call: { inputs: { a: null } } }\njobs: {}\n')
    expect(definition?.input_schema).toEqual({ type: 'object', properties: { a: { type: 'string' } } })
    expect(convert('on: [push, pull_request]\njobs: {}\n').notes).toMatchObject([
      { fate: 'lost', part: 'on: push' },
      { fate: 'lost', part: 'on: pull_request' },
    ])
  })
})

it('is known by what it looks like, and refused in words where it cannot be read (ASVS 5.2.2)', () => {
  expect([{ on: 'push', jobs: {} }, { jobs: {} }, { on: 1, jobs: [] }, null, 'on'].map(isActions)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(convertActions({ on: 'push', jobs: { a: 1 } })).toMatchObject({ message: expect.stringContaining('jobs.a') })
  expect(convertActions(5)).toMatchObject({ ok: false })
  expect(readFile('on: push\njobs: { a: 1 }\n')).toMatchObject({ from: 'actions', notes: [{ fate: 'lost' }] })
})

const wide = `{ a: ${JSON.stringify(Array.from({ length: 20 }, (_, n) => n))}, b: ${JSON.stringify(Array.from({ length: 20 }, (_, n) => n))} }`

describe('what is said', () => {
  const said = (text: string, fate: string) =>
    convert(text).notes.flatMap((note) => (note.fate === fate ? [`${note.part}: ${note.message}`] : []))

  it('the times of a schedule', () => {
    const text = 'on: { schedule: [{ cron: "0 3 * * *" }, { cron: 1 }, 5] }\njobs: {}\n'
    expect(said(text, 'understood')).toEqual([
      expect.stringMatching(/^on: schedule: Schedule `0 3 \* \* \*`: starts runs/),
    ])
    expect(convert(text).definition?.triggers).toEqual([{ type: 'schedule', cron: '0 3 * * *' }])
  })

  it('what a job and its steps cannot keep', () => {
    const lost = said(
      `on: push
jobs:
  a: { strategy: { fail-fast: false }, steps: [{ run: a, uses: b/c@v1, timeout-minutes: "", continue-on-error: "true" }] }
  b: { needs: a }
  c: { strategy: { matrix: { x: [1] }, fail-fast: true, max-parallel: "1" }, steps: [{ run: c, timeout-minutes: true }] }
  d: { strategy: { matrix: { x: [1] }, max-parallel: 1 }, outputs: { y: "${inBraces('steps.gone.outputs.y')}" }, steps: [{ run: d, timeout-minutes: "5" }] }
`,
      'lost',
    )
    expect(lost).toEqual(
      expect.arrayContaining([
        'Job a: `strategy` without a matrix is not supported.',
        'b/c@v1: `uses: b/c@v1` next to `run` is not supported.',
        'b/c@v1: `timeout-minutes: ` was not converted. Set timeout_seconds.',
        'Job b: Skipped: it has no steps.',
        'c: `timeout-minutes: true` was not converted. Set timeout_seconds.',
        expect.stringMatching(/^Job d: Its output `d_outputs\.y`: /),
      ]),
    )
    expect(lost.some((one) => one.includes('fail-fast'))).toBe(false)
  })

  it('which conditions ask how it went', () => {
    const { steps, notes } = jobs(`  a:
    steps:
      - { run: a, if: failure() }
      - { run: b, if: "!cancelled() && inputs.x" }
      - { run: c, if: "" }
`)
    expect(steps.map(({ when }) => when)).toEqual(['false', '!cancelled() && inputs.x', undefined])
    const lost = notes.filter(({ message }) => message.includes('after a failure'))
    expect(lost.map(({ step }) => step)).toEqual(['a_1', 'a_2'])
  })

  it('a job with a name is a frame around its steps, and a loop or a call is described by it', () => {
    const { text } = jobs(`  a: { name: First, steps: [{ run: a }, { run: b }] }
  b: { name: Second, strategy: { matrix: { x: [1] } }, steps: [{ run: c }] }
  c: { name: Third, uses: o/r/c.yml@v1 }
  d: { name: Fourth }
`)
    expect(parse(text).groups).toMatchObject([{ title: 'First', steps: ['a_1', 'a_2'] }])
    expect(parse(text).definition?.steps.slice(2)).toMatchObject([{ description: 'Second' }, { description: 'Third' }])
  })

  it('a workflow that others call has the name of its file', () => {
    const named = (text: string, fileName?: string) => {
      const converted = convertActions(readYaml(text).value as Json, { fileName, notes: [] })
      return converted.ok ? converted.name : null
    }
    const called = 'on: workflow_call\njobs: {}\n'
    expect(named(called, 'C:\\flows\\Build.YAML')).toBe('Build')
    expect(named(called)).toBe('Imported')
    expect(named(`name: build\n${called}`, 'build.yml')).toBe('build')
    expect(named('name: Own\non: push\njobs: {}\n', 'build.yml')).toBe('Own')
    expect(named('on: push\njobs: {}\n', 'build.yml')).toBe('build')
  })
})

describe('values', () => {
  const meant = (source: string, head = '') => {
    const { step, steps } = convert(
      `${head === '' ? 'on: push' : head}
jobs:
  m: { strategy: { matrix: { n: [1, x], b: [true], o: [{ a: 1 }] } }, outputs: { o: "${inBraces('matrix.n')}", c: "c" }, steps: [{ run: "${inBraces(source)}" }] }
  a: { if: github.run_id != '1', outputs: { x: "${inBraces('needs.b.outputs.x')}", t: "v${inBraces('steps.s.outputs.t')}-${inBraces('matrix.gone')}${inBraces('github.run_id')}", e: "" }, steps: [{ id: s-t, run: a }, { id: s, run: s, if: github.run_id }] }
  b: { needs: [a, m, u], outputs: { x: "${inBraces('needs.a.outputs.x')}" }, steps: [{ run: "${inBraces(source)}" }] }
  u: { if: github.run_id, uses: o/r/u.yml@v1 }
`,
    )
    const inRound = (steps[0] as unknown as { loop_body: readonly [{ with: { script: string } }] }).loop_body[0]
    const { script } = (step('b_1') as unknown as { with: { readonly script: string } }).with
    return { outside: script.slice(3, -3), inside: inRound.with.script.slice(3, -3) }
  }

  it('of a matrix have the types of its values', () => {
    expect(meant("matrix.b && 'y' || 'n'").inside).toBe('matrix.b ? "y" : "n"')
    expect(meant('matrix.n == 1').inside).toBe('matrix.n == 1')
    expect(meant('matrix.o.a').inside).toBe('matrix.o.a')
    expect(meant('matrix.constructor').inside).toBe('""')
    expect(meant('matrix').inside).toBe('matrix')
  })

  it('of jobs are followed, in circles not for ever', () => {
    expect(meant('needs.a.outputs.x').outside).toBe('needs.a.outputs.x')
    expect(meant('needs.a.outputs.constructor').outside).toBe('needs.a.outputs.constructor')
    expect(meant('needs.a.outputs.e').outside).toBe('""')
    expect(meant('needs.m.outputs.o').outside).toBe('needs.m.outputs.o')
    expect(meant('needs.m.outputs.c').outside).toBe('state.m_outputs.c')
    expect(meant('needs.u.outputs.x').outside).toBe('has(steps.u) ? steps.u.output.x : ""')
  })

  it('of steps that may be skipped are an empty text then', () => {
    const head =
      'on: { workflow_call: { outputs: { o: { value: x }, p: { value: "' +
      inBraces('jobs.a.outputs.t') +
      '" }, q: 1, r: { value: "' +
      inBraces('steps.s.outputs.t') +
      inBraces('matrix.b') +
      '" } } } }'
    const { steps, notes } = convert(`${head}
jobs:
  a: { if: github.run_id != '1', outputs: { t: "v${inBraces('steps.s-t.outputs.t')}-${inBraces('github.run_id')}" }, steps: [{ id: s-t, run: a }] }
`)
    expect(steps.at(-1)).toMatchObject({
      name: 'Outputs',
      set: { o: '"x"', p: '"v" + ("a_s-t" in steps ? steps["a_s-t"].output.t : "") + "-" + run.id' },
    })
    expect(notes.filter(({ message }) => message.startsWith('Its output `r`'))).toHaveLength(1)
  })

  it('of inputs may have defaults of another type, and names that are no words', () => {
    const head = `on: { workflow_dispatch: { inputs: { a: { type: number, default: x }, b: { type: boolean }, c-d: { default: 5 }, e: { type: constructor, required: true, options: [x] }, f: { type: number, default: null } } } }`
    expect(meant('inputs.a', head).outside).toBe('has(input.a) ? input.a : 0')
    expect(meant('inputs.b', head).outside).toBe('has(input.b) ? input.b : false')
    expect(meant('inputs.c-d', head).outside).toBe('"c-d" in input ? input["c-d"] : "5"')
    expect(meant("inputs.e == 'x'", head).outside).toBe('input.e == "x"')
    expect(meant('inputs.f', head).outside).toBe('has(input.f) ? input.f : 0')
    expect(meant('github.event.inputs.b', head).outside).toBe('string(has(input.b) ? input.b : false)')
    expect(meant('github.event.inputs.gone', head).outside).toBe('github.event.inputs.gone')
    expect(meant('inputs.a.b', head).outside).toBe('inputs.a.b')
  })
})
