import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { stepTypes } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { phases, publicStatuses, statuses, taskStates } from '#core/run/statuses.ts'
import { apiErrorStatus } from '#server/api-error.ts'
import { ofFailure } from './failure-meanings.ts'
import { referenceFolder, referencePages } from './pages.ts'
import { ofProblem } from './problem-meanings.ts'
import { stepExamples } from './step-types-page.ts'

const root = join(import.meta.dirname, '..', '..')
const pages = referencePages()

it('is fresh: if this fails, run "npm run docs"', async () => {
  const files = await readdir(referenceFolder)
  expect(files.toSorted()).toEqual(Object.keys(pages).toSorted())
  for (const file of files) expect(await readFile(join(referenceFolder, file), 'utf8')).toBe(pages[file])
})

it('has an example of each step type that is read without a problem', () => {
  for (const type of stepTypes) {
    const { definition, problems } = parse(`workflow_type: Example\nsteps:\n${stepExamples[type]}\n`)
    expect({ type, problems }).toEqual({ type, problems: [] })
    expect(definition?.steps[0]?.type).toBe(type)
  }
})

it('has no link that leads nowhere', () => {
  const links = Object.entries(pages)
    .flatMap(([file, text]) =>
      [...text.matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)].map(([, to, heading]) => ({ to: to || file, heading })),
    )
    .filter(({ to = '' }) => !to.startsWith('../'))
  expect(links.length).toBeGreaterThan(20)
  for (const { to, heading } of links) {
    const headings = [...(pages[to] ?? '').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    )
    expect(headings.length).toBeGreaterThan(0)
    if (heading !== undefined) expect(headings).toContain(heading)
  }
})

it('has an example of each key that is YAML, with that key', () => {
  const rows = Object.values(pages).flatMap((text) => [
    ...text.matchAll(/^\| (?:\*\*)?`(\w+)`.* \| `([^`]*: [^`]*)` \|$/gm),
  ])
  expect(rows.length).toBeGreaterThan(80)
  for (const [, key = '', example = ''] of rows) expect(Object.keys(parseYaml(example))).toEqual([key])
})

/** Words in capitals that are something else than an error: step types, choices, statuses, kinds of YAML nodes. */
const otherWords = new Set<string>([
  ...stepTypes,
  ...[...statuses, ...phases, ...publicStatuses, ...taskStates],
  ...['PREFER_NEW', 'PREFER_EXISTING', 'PREFER_OLD', 'RAISE_ERROR', 'HUMAN_IN_LOOP', 'HEDDLE_SECRET_KEY'],
  // Said by Node.
  'ERR_WORKER_OUT_OF_MEMORY',
  ...['INSERT_AFTER_CURRENT', 'BLOCK_FOLDED', 'BLOCK_LITERAL', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'],
  // The example of a secret's name.
  'SHOP_WEBHOOK',
])

async function codesIn(...folders: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const folder of folders) {
    const files = (await readdir(join(root, folder), { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing/'),
    )
    for (const file of files) {
      const source = await readFile(join(root, folder, file), 'utf8')
      for (const [, code = ''] of source.matchAll(/'([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)'/g)) found.add(code)
    }
  }
  return [...found].filter((code) => !otherWords.has(code) && !(code in apiErrorStatus)).toSorted()
}

it('explains every problem of a text', async () => {
  const codes = await codesIn('core/definition', 'server/workflows')
  expect(codes.length).toBeGreaterThan(30)
  expect(codes.filter((code) => !(code in ofProblem) && !(code in ofFailure))).toEqual([])
})

it('explains every failure of a step', async () => {
  const codes = await codesIn(
    'core/run/decide',
    'server/engine/executor',
    'server/engine/workers',
    'server/example-servers',
  )
  expect(codes.length).toBeGreaterThan(30)
  expect(codes.filter((code) => !(code in ofFailure))).toEqual([])
})

it('explains no code that there is not', async () => {
  const there = await codesIn('core', 'server/engine', 'server/example-servers', 'server/secrets', 'server/workflows')
  const explained = [...Object.keys(ofProblem), ...Object.keys(ofFailure)].filter((code) => code.includes('_'))
  expect(explained.filter((code) => !there.includes(code) && !(code in apiErrorStatus))).toEqual([])
})
