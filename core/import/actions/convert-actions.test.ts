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
  const told = (part: string) => notes.filter((note) => note.part === part).map(({ fate }) => fate)

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
    expect([told('on: push'), told('on: workflow_dispatch')]).toEqual([['lost'], ['understood']])
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
    expect(told('Pack it')).toEqual(['lost'])
    expect(told('Job build')).toEqual(['lost'])
  })

  it('does a matrix in rounds', () => {
    expect(step('check')).toMatchObject({
      type: 'LOOP',
      when: 'input.dry == false',
      iterate_over: '[{"os":"linux","node":20},{"os":"linux","node":22},{"os":"mac","node":22},{"os":"bsd"}]',
      item_var_name: 'matrix',
      loop_body: [{ name: 'check_1', with: { env: { CI: 'no' } } }],
    })
    expect(told('Job check')).toEqual(['changed'])
  })

  it('translates conditions and paths where their meaning is certain, and keeps the others', () => {
    expect(step('publish_1')).toMatchObject({
      when: 'input.level == "it\'s major" && steps.build_pack.output.digest != "none"',
      with: { script: 'publish {{ steps.build_pack.output.digest }} {{ secrets.TOKEN }} {{ secrets.TOKEN }}' },
      on_error: 'ignore',
    })
    expect(notes.filter(({ step: at, fate }) => at === 'publish_1' && fate === 'kept')).toHaveLength(1)
    expect(step('publish_2')).not.toHaveProperty('when')
    expect(told('tidy')).toEqual(['lost', 'lost'])
    expect(step('publish_3')).toMatchObject({ with: { script: '{{ run.id }}' } })
  })

  it('starts another workflow where a job does', () => {
    expect(step('tell')).toMatchObject({ sub_workflow_type: 'tell-all', input: { version: '{{ input.version }}' } })
    expect(told('Job tell')).toEqual(['changed', 'changed', 'kept'])
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
    expect(steps[1]).toMatchObject({ when: '(a.b == 1) && (1 < 2)' })
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
    const changed = notes.filter(({ message }) => message.includes('give it the same `when`'))
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
    expect(lost('x')).toContain('`working-directory`: there is nothing like it here.')
    expect(lost('Job b')).toEqual(['Its matrix: the workflow is started once. Make a LOOP of it.'])
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
    const { steps } = jobs(`  a: { outputs: { x: plain }, steps: [{ id: a, run: x }] }
  b: { needs: a, steps: [{ with: { list: ${JSON.stringify(odd.map(inBraces))}, n: 1 } }] }`)
    expect(steps[1]).toMatchObject({ with: { list: odd.map((one) => `{{ ${one} }}`), n: 1 } })
  })

  it('inputs may be named and nothing else', () => {
    const { definition } = convert('on: { workflow_call: { inputs: { a: null } } }\njobs: {}\n')
    expect(definition?.input_schema).toEqual({ type: 'object', properties: { a: { type: 'string' } } })
    expect(convert('on: [push, pull_request]\njobs: {}\n').notes.map(({ part }) => part)).toEqual([
      'on: push',
      'on: pull_request',
    ])
  })
})

it('is known by what it looks like, and refused in words where it cannot be read', () => {
  expect([{ on: 'push', jobs: {} }, { jobs: {} }, { on: 1, jobs: [] }, null, 'on'].map(isActions)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(convertActions({ on: 'push', jobs: { a: 1 } })).toMatchObject({ ok: false })
  expect(readFile('on: push\njobs: { a: 1 }\n')).toMatchObject({ from: 'actions', notes: [{ fate: 'lost' }] })
})

const wide = `{ a: ${JSON.stringify(Array.from({ length: 20 }, (_, n) => n))}, b: ${JSON.stringify(Array.from({ length: 20 }, (_, n) => n))} }`
