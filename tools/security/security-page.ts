import { page, table } from '../reference/markdown.ts'
import { chapters, levelsOfSections, notApplicable } from './asvs.ts'
import type { SecurityTest } from './shown-by.ts'

/** A requirement of ASVS 5.0. */
export interface Requirement {
  readonly number: string
  readonly level: 1 | 2 | 3
  /** Why it concerns nothing here; undefined where it applies. */
  readonly notApplicable: string | undefined
}

export const requirements: readonly Requirement[] = Object.entries(levelsOfSections).flatMap(([section, levels]) =>
  [...levels].map((level, at) => {
    const number = `${section}.${at + 1}`
    return { number, level: Number(level) as 1 | 2 | 3, notApplicable: notApplicable[number] ?? notApplicable[section] }
  }),
)

/** docs/security.md: the requirements of the levels 1 and 2, each with the tests that show it. */
export function securityPage(tests: readonly SecurityTest[]): string {
  const shownBy = (number: string) => tests.filter(({ requirements }) => requirements.includes(number))
  const rowsOf = (chapter: string) =>
    requirements
      .filter(({ number, level }) => number.startsWith(`${chapter}.`) && (level < 3 || shownBy(number).length > 0))
      .map(({ number, level, notApplicable }) => [number, `L${level}`, wordsOf(shownBy(number), notApplicable)])
  const sections = Object.entries(chapters).flatMap(([chapter, name]) => [
    `## ${chapter}. ${name}`,
    table(['Requirement', 'Level', 'Shown by'], rowsOf(chapter)),
  ])
  return page(
    'Security',
    introduction,
    table(['Level', 'Apply', 'Shown by tests', 'Share'], totals(shownBy)),
    ...sections,
  )
}

const introduction =
  'What tests show of the [OWASP Application Security Verification Standard 5.0](https://github.com/OWASP/ASVS/tree/v5.0.0/5.0), by the numbers of its requirements. The titles of the tests name them. An empty field is a requirement that applies and that no test names yet.'

function wordsOf(tests: readonly SecurityTest[], notApplicable: string | undefined): string {
  if (notApplicable !== undefined) return `does not apply: ${notApplicable}`
  const files = Map.groupBy(tests, ({ file }) => file)
  return [...files].map(([file, own]) => `${own.map(({ title }) => title).join('; ')} (\`${file}\`)`).join('<br>')
}

function totals(shownBy: (number: string) => readonly SecurityTest[]): readonly (readonly string[])[] {
  return ([1, 2] as const).map((most) => {
    const apply = requirements.filter(({ level, notApplicable }) => level <= most && notApplicable === undefined)
    const shown = apply.filter(({ number }) => shownBy(number).length > 0)
    const share = `${Math.floor((100 * shown.length) / apply.length)} %`
    return [most === 1 ? 'L1' : 'L1 and L2', String(apply.length), String(shown.length), share]
  })
}
