import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allSteps } from '#core/definition/inner-lists.ts'
import { parse } from '#core/definition/parse.ts'
import { readFile } from '../read-file.ts'

function imported(name: string, fileName?: string) {
  const text = readFileSync(new URL(`../testing/cases/${name}`, import.meta.url), 'utf8')
  const read = readFile(text, fileName)
  const { definition, problems } = parse(read.text)
  const steps = allSteps(definition?.steps ?? []) as unknown as readonly { readonly [key: string]: unknown }[]
  const reported = (fate: string) => read.notes.filter((note) => note.fate === fate).map(({ message }) => message)
  const step = (named: string) => steps.find((one) => one.name === named)
  return { ...read, definition, problems, steps, step, reported }
}
const inBraces = (source: string) => `\${{ ${source} }}`
const errors = ({ problems }: ReturnType<typeof imported>) => problems.filter(({ severity }) => severity === 'error')

describe('files of GitHub Actions from public reports', () => {
  it('G1: what is included goes into the combinations that it fits', () => {
    const { step } = imported('actions-matrix-include.yml')
    expect(JSON.parse(String(step('test')?.iterate_over))).toEqual([
      { os: 'linux', node: 20, extra: 'all', shell: '' },
      { os: 'linux', node: 22, extra: 'all', shell: '' },
      { os: 'windows', node: 20, extra: 'all', shell: 'pwsh' },
      { os: 'windows', node: 22, extra: 'all', shell: 'pwsh' },
      { os: 'mac', node: 22, extra: '', shell: '' },
    ])
  })

  it('G2: ids with hyphens are keys, not subtractions', () => {
    const read = imported('actions-hyphen-ids.yml')
    expect(read.step('find-out_2')?.with).toEqual({ script: 'echo {{ steps["find-out_look-up"].output.docs }}' })
    expect(read.step('build_1')?.when).toBe('steps["find-out_look-up"].output.docs.lowerAscii() == "true"')
    expect(errors(read)).toEqual([])
  })

  it('G3, G4: inputs are taken for true, chosen by && and ||, and may be left out', () => {
    const read = imported('actions-or-default.yml')
    expect(errors(read)).toEqual([])
    expect(read.definition?.input_schema).toMatchObject({
      properties: {
        tag: { type: 'string' },
        level: { type: 'number', default: 2 },
        loud: { type: 'boolean', default: true },
        node: { type: 'string', enum: ['18', '20', '22'], default: '20' },
      },
    })
    expect(read.step('go_Pull')?.with).toEqual({
      script: 'pull {{ (has(input.tag) && input.tag != "") ? input.tag : "latest" }}',
    })
    expect(read.step('go_Only_With_Tag')?.when).toBe('has(input.tag) && input.tag != ""')
    expect(read.step('go_Without_Tag')?.when).toBe('!has(input.tag) || input.tag == ""')
    expect(read.step('go_Either')?.with).toEqual({
      script: 'use {{ (!has(input.loud) || input.loud) ? "loud" : "quiet" }}',
    })
  })

  it('G6: aliases are written out, and keys without a value are nothing', () => {
    const read = imported('actions-anchors.yml')
    expect(read.step('b_1')?.with).toEqual({ script: 'make b', env: { CI: 'yes' } })
    expect(read.reported('changed')).toContain('Its aliases (*) were expanded.')
    const empty = imported('actions-empty-keys.yml')
    expect(empty.steps.map(({ name }) => name)).toEqual(['a_1', 'a_2'])
    expect(empty.reported('lost')).toContain('Its comments were not imported.')
  })

  it('G7: an output that is an expression is a text, and compared as one', () => {
    const read = imported('actions-output-is-expression.yml')
    expect(read.step('build')?.when).toBe('string(steps.find_look.output.only.lowerAscii() == "true") != "true"')
    expect([read.step('build_1')?.when, read.step('build_2')?.when]).toEqual(['matrix.node == 20', 'matrix.node != 20'])
    expect(errors(read)).toEqual([])
  })

  it('G8: policies that are expressions are said to be lost, in the report and in the text', () => {
    const { reported, problems } = imported('actions-expression-policies.yml')
    const expected = [
      `\`timeout-minutes: ${inBraces('fromJSON(vars.MINUTES)')}\` was not converted. Set timeout_seconds.`,
      `\`continue-on-error: ${inBraces("matrix.os == 'bsd'")}\` was not converted. Set on_error to continue after a failure.`,
      '`fail-fast`: if an iteration fails, the following ones do not run.',
    ]
    expect(reported('lost')).toEqual(expect.arrayContaining(expected))
    expect(problems.map(({ message }) => message)).toEqual(expect.arrayContaining(expected))
    expect(reported('changed')).toContain('`max-parallel` is ignored: iterations run one after another.')
  })

  it('G8: the last round of a matrix decides what its job gives', () => {
    const read = imported('actions-matrix-outputs.yml')
    expect(read.step('a_outputs')).toMatchObject({ set: { 'a_outputs.digest': 'steps.a_pack.output.digest' } })
    expect(read.step('b_1')?.with).toEqual({ script: 'publish {{ state.a_outputs.digest }}' })
    expect(errors(read)).toEqual([])
  })

  it('comparisons are as loose as theirs', () => {
    const { step } = imported('actions-compare-loosely.yml')
    expect(step('a_Same_Number')?.when).toBe('(has(input.level) ? input.level : 2) == 2')
    expect(step('a_Same_Word')?.when).toBe('(has(input.place) ? input.place : "North").lowerAscii() == "north"')
  })

  it('N13: a workflow is called by the name that its file gets', () => {
    const built = imported('actions-reusable-build.yml', '.github/workflows/build.yml')
    expect(built.definition).toMatchObject({ workflow_type: 'build', description: 'Build the program' })
    expect(built.step('Outputs')).toMatchObject({ set: { image: 'steps.make_pack.output.image' } })
    const { step } = imported('actions-reusable-by-file.yml')
    expect(step('build')).toMatchObject({ sub_workflow_type: 'build' })
    expect(step('deploy')?.input).toEqual({ image: '{{ steps.build.output.image }}' })
  })
})

it('an output of a job that is not in the file has no certain meaning', () => {
  const { text, notes } = readFile(
    `on: { workflow_call: { outputs: { image: { value: "${inBraces('jobs.gone.outputs.image')}" } } } }\njobs: { make: { runs-on: x, steps: [{ run: make }] } }\n`,
    'build.yml',
  )
  expect(parse(text).definition?.steps).toMatchObject([{ name: 'make_1' }])
  expect(notes.filter(({ fate }) => fate === 'lost').map(({ message }) => message)).toContainEqual(
    expect.stringContaining('jobs.gone.outputs.image'),
  )
})
