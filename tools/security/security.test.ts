import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { notApplicable } from './asvs.ts'
import { requirements, securityPage } from './security-page.ts'
import { securityTests, testsIn } from './shown-by.ts'

const root = join(import.meta.dirname, '..', '..')
const tests = await securityTests(root)

it('docs/security.md is fresh: if this fails, run "npm run docs"', async () => {
  expect(await readFile(join(root, 'docs', 'security.md'), 'utf8')).toBe(securityPage(tests))
})

it('every number in a title is a requirement of ASVS 5.0, and one that applies', () => {
  const applying = new Set(
    requirements.filter(({ notApplicable }) => notApplicable === undefined).map(({ number }) => number),
  )
  const wrong = tests.flatMap(({ file, title, requirements }) =>
    requirements.filter((number) => !applying.has(number)).map((number) => `${file}: ${title}: ${number}`),
  )
  expect(wrong).toEqual([])
})

it('the data has the 70 requirements of level 1 and the 183 of level 2, and each exception is one of them', () => {
  const ofLevel = (wanted: number) => requirements.filter(({ level }) => level === wanted).length
  expect([ofLevel(1), ofLevel(2), ofLevel(3)]).toEqual([70, 183, 92])
  for (const number of Object.keys(notApplicable))
    expect(
      requirements.some((one) => one.number === number || one.number.startsWith(`${number}.`)),
      number,
    ).toBe(true)
})

it('a title names its numbers at its end, in any quotes', () => {
  const numbers = '(access 11, 7; ASVS 4.1.3, 12.2.1)'
  const text = `it('it\\'s so ${numbers}', () => {})\ndescribe("two ${numbers}", f)\nit('alone (ASVS 1.2.4)', f)\nit('none (access 3)')\n// ${numbers}`
  const found = { file: 'a.test.ts', acceptance: [11, 7], requirements: ['4.1.3', '12.2.1'] }
  expect(testsIn('a.test.ts', text)).toEqual([
    { ...found, title: "it's so" },
    { ...found, title: 'two' },
    { file: 'a.test.ts', title: 'alone', acceptance: [], requirements: ['1.2.4'] },
  ])
})
