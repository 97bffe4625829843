// Asks the registry for the newest versions of the packages that package.json names, and since when there is a newer one
// than the installed. The answer goes into packages-reviewed.json, which a test compares with the lockfile and with the
// time frames of docs/security-decisions.md: node tools/security/review-packages.mjs
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** @param {string[]} words */
function npm(...words) {
  const { stdout, error } = spawnSync('npm', [...words, '--json'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (error) throw error
  return JSON.parse(stdout || '{}')
}

/** @param {string} version */
const numbers = (version) => version.split('-')[0].split('.').map(Number)
/** @param {string} a @param {string} b */
function isNewer(a, b) {
  const [x, y] = [numbers(a), numbers(b)]
  const at = x.findIndex((number, index) => number !== y[index])
  return at >= 0 && x[at] > y[at]
}

const outdated = npm('outdated')
const packages = Object.fromEntries(
  Object.entries(dependencies).map(([name, installed]) => {
    const newest = outdated[name]?.latest ?? installed
    if (newest === installed) return [name, { installed, newest }]
    const times = Object.entries(npm('view', name, 'time'))
    const newer = times.filter(([version]) => /^\d+\.\d+\.\d+$/.test(version) && isNewer(version, installed))
    const newerSince = newer.map(([, at]) => String(at).slice(0, 10)).toSorted()[0]
    return [name, { installed, newest, newerSince }]
  }),
)
const reviewedOn = new Date().toISOString().slice(0, 10)
writeFileSync(
  join(root, 'tools', 'security', 'packages-reviewed.json'),
  `${JSON.stringify({ reviewedOn, packages }, null, 2)}\n`,
)
