// Results over all checks and test reports of one `npm test`.
//
// A failure is `{ label, message, again? }`: what the closing lines call it, the
// first lines of its error, and where it can be run alone
// (`{ runner: 'vitest', project, file, titles? }` or
// `{ runner: 'playwright', file, test }`, see retry.mjs).
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root, say } from '#server/processes/prepare.mjs'
import { longestTests } from './durations.mjs'
import { endEverythingStarted } from './processes.mjs'

const MESSAGE_LINES = 6

export function createTally() {
  const tally = {
    passed: 0,
    failures: [],
    /** Tests that failed among the others and passed alone. */
    flaky: [],
    /** How long each test took, as `{ label, ms }`. */
    durations: [],
    pass: (count = 1) => {
      tally.passed += count
    },
    /** @param {string} label @param {{ messages?: string[], again?: object }} details */
    fail: (label, { messages = [], again } = {}) => {
      tally.failures.push({ label, message: firstLines(messages), again })
    },
    /** Moves a failure to the flaky tests, which count as passed. */
    passAlone: (failure) => {
      tally.failures.splice(tally.failures.indexOf(failure), 1)
      tally.flaky.push(failure)
      tally.passed += 1
    },
  }
  return tally
}

/** Ends what the run has left, tells the longest tests, the failures and flaky tests, and ends the process. */
export async function closeTally({ passed, failures, flaky, durations }) {
  await endEverythingStarted()
  if (durations.length > 0) say('The tests that took longest:')
  for (const line of longestTests(durations)) say(line)
  for (const { label, message } of failures) say(`✗ ${label}${message}`)
  for (const { label } of flaky) say(`flaky: ${label}`)
  say(`${passed} passed, ${failures.length} failed`)
  process.exit(failures.length === 0 ? 0 : 1)
}

/** Adds the JSON report of a vitest project; `exitedWell` is false when its process reported a failure. */
export function addVitestReport(tally, { title, project, report, exitedWell }) {
  if (!existsSync(report)) return tally.fail(`${title}: no report was written`)
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const failuresBefore = tally.failures.length
  tally.pass(numPassedTests)
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(root, name)
    for (const { fullName, duration } of assertionResults)
      tally.durations.push({ label: `${file} › ${fullName}`, ms: duration ?? 0 })
    const broken = assertionResults.filter((result) => result.status === 'failed')
    for (const { fullName, ancestorTitles, title, failureMessages } of broken) {
      const again = { runner: 'vitest', project, file, titles: [...ancestorTitles, title] }
      tally.fail(`${file} › ${fullName}`, { messages: failureMessages, again })
    }
    // A file whose imports or hooks throw has no failed test of its own.
    if (status === 'failed' && broken.length === 0) {
      tally.fail(`${file} could not be run`, { messages: [message], again: { runner: 'vitest', project, file } })
    }
  }
  // Coverage below its threshold and errors outside of tests fail the process alone.
  if (!exitedWell && tally.failures.length === failuresBefore) tally.fail(title)
}

/** Adds Playwright's JSON report; a spec that passed has `ok`. */
export function addPlaywrightReport(tally, { title, report, exitedWell }) {
  if (!existsSync(report)) return tally.fail(`${title}: no report was written`)
  const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8'))
  const failuresBefore = tally.failures.length
  tally.pass(stats.expected)
  for (const { message } of errors) tally.fail(title, { messages: [message ?? ''] })
  for (const suite of suites) addJourneys(tally, suite)
  if (!exitedWell && tally.failures.length === failuresBefore) tally.fail(title)
}

function addJourneys(tally, { file, specs = [], suites = [] }) {
  for (const { ok, title, line, tests } of specs) {
    const ms = tests.flatMap((test) => test.results).reduce((sum, { duration = 0 }) => sum + duration, 0)
    tally.durations.push({ label: `e2e/${file} › ${title}`, ms })
    if (ok) continue
    const messages = tests.flatMap((test) => test.results.flatMap(({ error }) => error?.message ?? []))
    const again = { runner: 'playwright', file: `e2e/${file}`, test: line }
    tally.fail(`e2e/${file} › ${title}`, { messages, again })
  }
  for (const suite of suites) addJourneys(tally, suite)
}

function firstLines(messages) {
  const lines = messages.flatMap((message) => message.split('\n')).filter((line) => line.trim() !== '')
  return lines
    .slice(0, MESSAGE_LINES)
    .map((line) => `\n    ${line}`)
    .join('')
}
