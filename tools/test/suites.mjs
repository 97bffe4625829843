// The kinds of suites of `npm test`, each of which adds its results to a tally.
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from '#server/processes/prepare.mjs'
import { runPackage, runScript } from './processes.mjs'
import { addPlaywrightReport, addVitestReport } from './tally.mjs'

const results = join(root, 'test-results')

/** A tool that passes or fails as a whole, such as a linter. */
export async function check(tally, title, packageName, command, parameters = [], environment = {}) {
  if (await runPackage(title, packageName, command, parameters, environment)) tally.pass()
  else tally.fail(title)
}

/** A script of ours that passes or fails as a whole. */
export async function checkScript(tally, title, ...path) {
  if (await runScript(title, join(root, ...path))) tally.pass()
  else tally.fail(title)
}

/** More checkers than cores repeat each other's work; collecting garbage half as often takes a tenth of the time less. */
export function checkTypes(tally) {
  const checkers = ['--checkers', String(Math.min(4, availableParallelism()))]
  return check(tally, 'Types', 'typescript', 'tsc', checkers, { GOGC: '400' })
}

/** True when the pages were built, without which no journey can begin. */
export async function buildWebApp(tally) {
  const isBuilt = await runScript('Web app', join(root, 'server', 'processes', 'build.mjs'))
  if (!isBuilt) tally.fail('Web app')
  return isBuilt
}

export async function vitestSuite(tally, { title, project, parameters = [], environment = {} }) {
  const report = join(results, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
  const all = ['run', '--project', project, ...parameters, ...reporters]
  const exitedWell = await runPackage(title, 'vitest', 'vitest', all, environment)
  addVitestReport(tally, { title, project, report, exitedWell })
}

/** Journeys with the tag `@main` are those of `npm test`, the others those of `npm run proof`. */
export async function playwrightSuite(tally, { title, parameters = [] }) {
  const report = join(results, 'e2e.json')
  rmSync(report, { force: true })
  const exitedWell = await runPackage(title, '@playwright/test', 'playwright', ['test', ...parameters])
  addPlaywrightReport(tally, { title, report, exitedWell })
}
