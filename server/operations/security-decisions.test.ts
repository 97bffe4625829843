import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { identityTuning } from '#server/identity/tuning.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const text = read('docs/security-decisions.md').replaceAll(/\s+/g, ' ')
/** The text below one heading. */
const section = (title: string) => text.split(` ## ${title} `)[1]?.split(' ## ')[0] ?? ''
const says = (title: string, ...statements: readonly string[]) => {
  for (const statement of statements) expect(section(title), title).toContain(statement)
}
const count = (of: number) => of.toLocaleString('en')
const inHours = (seconds: number) => seconds / 3_600

/** Files that ship, without tests. */
const shipped = ['server', 'core', 'cli', 'sdk', 'importers'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?tsx?$/.test(file) && !/\.(?:test|proof)\.|testing\//.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
)

it('the rules of input are documented, with the bounds of the program (ASVS 2.1.1, 2.1.2, 2.1.3)', () => {
  const { definition, run, directory, secrets, keys, members, web, live, page } = limits
  says(
    'Input',
    `a body of ${live.callBytes / 2 ** 20} MiB, of which a definition may have ${definition.textBytes / 1024} KiB and an input ${run.inputBytes / 1024} KiB; ${run.jsonDepth} levels`,
    `at most ${page.maxSize} rows`,
    `${count(directory.people)} people, ${directory.groups} groups, ${secrets.most} secrets, ${keys.perMember} keys of one member, ${keys.services} services, ${members.openInvites} open invitations`,
    `${count(web.connections)} connections, ${web.connectionsPerAddress} of one address; ${count(live.subscriptionsPerOwner)} live streams of an owner, ${live.subscriptionsPerActor} of a person`,
  )
})

it('the files that Heddle takes and gives are documented (ASVS 5.1.1)', () => {
  says(
    'Files',
    `at most ${limits.importFiles.files} files at once, ${limits.definition.textBytes / 1024} KiB each`,
    'Downloads are runs (CSV, JSON)',
    `at most ${limits.uploads.bytes / 2 ** 20} MiB each and ${limits.uploads.formBytes / 2 ** 20} MiB for a form, ${limits.uploads.atOnce} uploads at a time in a process and ${limits.uploads.perSenderAtOnce} of one sender, and ${limits.uploads.unusedBytes / 2 ** 30} GiB of an owner`,
  )
})

it('the ways in are documented, with what guards each (access 5; ASVS 6.1.1, 6.1.2, 6.1.3)', () => {
  const { login, invitation, setup } = limits.attempts
  const { fewestCharacters, mostCharacters, fewestOtherLetters } = identityTuning.password
  for (const way of ['password', 'identity provider', 'setup link', 'invitation', 'API key', 'local token'])
    says('Ways in', `| ${way} |`)
  expect([login.perAccountAndAddress, login.perAddress]).toEqual([
    { points: 5, seconds: 900 },
    { points: 30, seconds: 3_600 },
  ])
  expect([invitation.perAddress.points, setup.perAddress.points]).toEqual([5, 5])
  expect(identityTuning.setupLink).toEqual({ seconds: 3_600, tries: 5 })
  says(
    'Ways in',
    'Five wrong passwords for one account from one address close that pair for 15 minutes, and 30 from one address',
    `${limits.members.inviteHours} hours, once`,
    `${limits.keys.days} days unless its maker says otherwise, at most ${limits.keys.mostDays}`,
    `A password has ${fewestCharacters} to ${mostCharacters} characters`,
    `fewer than ${fewestOtherLetters} letters remain without words of this list`,
  )
})

it('the ends of sessions are documented, and how many there may be (access 6; ASVS 7.1.1, 7.1.2, 7.1.3)', () => {
  const { idleSeconds, longestSeconds } = identityTuning.session
  says(
    'Sessions',
    `after ${inHours(idleSeconds)} hours without use and after ${inHours(longestSeconds) / 24} days at most`,
    'any number of sessions at once',
    `A session that began there ends in Heddle after ${inHours(identityTuning.oidc.sessionSeconds)} hours at most`,
  )
})

it('rules for functions, data and fields are documented (access 1; ASVS 8.1.2)', () => {
  says('Who may do what', 'Fields with rules of their own', 'Data belong to an owner', 'needs one permission')
})

it('everything that computes with keys or hashes is in the inventory (access 14; ASVS 11.1.1, 11.1.2, 11.2.1)', () => {
  const primitives =
    /\b(createCipheriv|createDecipheriv|createHmac|createHash|scrypt\w*|pbkdf2\w*|hkdf\w*|createSign|sign|verify|generateKeyPair\w*|diffieHellman)\b(?=\()/g
  const algorithms = new Set(
    shipped.flatMap((file) => {
      const source = read(file)
      if (!source.includes('node:crypto')) return []
      return [...source.matchAll(primitives)].map(([name]) => name)
    }),
  )
  expect([...algorithms].toSorted()).toEqual([
    'createCipheriv',
    'createDecipheriv',
    'createHash',
    'createHmac',
    'generateKeyPairSync',
    'hkdfSync',
    'pbkdf2Sync',
    'verify',
  ])
  const named = new Set(
    shipped.flatMap((file) =>
      [...read(file).matchAll(/create(?:Hash|Hmac|Cipheriv|Decipheriv)\('([^']+)'/g)].map(([, name]) => name),
    ),
  )
  expect([...named].filter((name) => name !== 'aes-256-gcm').toSorted()).toEqual(['sha256'])
  says(
    'Cryptography',
    'AES-256-GCM',
    'HMAC-SHA-256',
    'SHA-256 of 256 random bits',
    'scrypt (N 16384, r 16, p 1)',
    'Ed25519',
  )
  // Nothing else computes: no package of cryptography but those of the login.
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  expect(Object.keys(dependencies).filter((name) => /crypt|jose|jwt|sodium|noble|forge|hash/i.test(name))).toEqual([
    'jose',
  ])
})

it('no random value that must not be guessed comes from Math.random (ASVS 11.5.1)', () => {
  const guessable = shipped.filter((file) => {
    const source = read(file)
    return source.includes('Math.random') && /token|secret|nonce|password/i.test(source)
  })
  expect(guessable).toEqual([])
})

it('every connection to another host is documented (ASVS 13.1.1)', () => {
  for (const setting of ['HEDDLE_HTTP_ALLOW', 'HEDDLE_SMTP_URL', 'HEDDLE_ON_FAILURE'])
    says('Connections', `\`${setting}\``)
  // Settings whose value is an address that Heddle asks.
  const addresses = [
    ...read('server/env-schema.ts').matchAll(/^ {2}((?:HEDDLE_)?[A-Z_]*(?:URL|ISSUER|ALLOW|ON_FAILURE)): /gm),
  ]
    .map(([, name = '']) => name)
    // People open these two; Heddle asks neither.
    .filter((name) => name !== 'HEDDLE_PUBLIC_URL' && name !== 'HEDDLE_TRACE_URL')
  expect(addresses.toSorted().filter((name) => !/ISSUER/.test(name))).toEqual([
    'DATABASE_URL',
    'HEDDLE_HTTP_ALLOW',
    'HEDDLE_ON_FAILURE',
    'HEDDLE_READ_URL',
    'HEDDLE_SMTP_URL',
  ])
})

it('every table with secrets or personal data is in a class, each with its protection (ASVS 14.1.1, 14.1.2)', () => {
  const models = [...read('prisma/schema.prisma').matchAll(/^model \w+ \{\n([\s\S]*?)^\}/gm)].map(([, body = '']) => ({
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? '',
    columns: [...body.matchAll(/^ {2}(\w+) /gm)].map(([, name = '']) => name),
  }))
  expect(models.length).toBeGreaterThan(40)
  const sensitive = /password|^secret$|ciphertext|^email$|address|^token$/i
  // Tokens of locks are fencing numbers that count up, no secrets.
  const harmless = ['async_task', 'resource_lock']
  for (const { table, columns } of models.filter(({ columns }) => columns.some((column) => sensitive.test(column))))
    if (!harmless.includes(table)) expect(section('Data'), `${table}: ${columns.join()}`).toContain(`\`${table}\``)
  for (const name of ['secret', 'personal', 'business', 'public to the owner', 'technical']) says('Data', `| ${name} |`)
})

it('every log is documented, and Heddle writes to no other (ASVS 16.1.1, 16.2.3)', () => {
  for (const log of ['process log', 'audit', 'history of a run', 'metrics']) says('Logs', `| ${log} |`)
  says('Logs', `by export; ${limits.audit.retentionDays} days`)
  const writers = shipped.filter(
    (file) => file.startsWith('server/') && /\b(?:console\.\w+\(|appendFile|createWriteStream)/.test(read(file)),
  )
  // The export of old runs is no log.
  expect(writers.filter((file) => !file.startsWith('server/operations/retention/'))).toEqual([])
})

it('costly work is documented with its bounds (ASVS 15.1.3)', () => {
  const {
    analysis,
    expression,
    script,
    http,
    search,
    requestsPerMinute,
    bulk,
    definition,
    database,
    stepsAtOnce,
    quotas,
  } = limits
  says(
    'Costly work',
    `${definition.textBytes / 1024} KiB, ${count(definition.steps)} steps; long texts in ${analysis.threads} threads with ${analysis.deadlineMs / 1_000} seconds`,
    `${count(expression.evaluationSteps)} steps of evaluation, ${count(expression.iterations)} iterations`,
    `${script.timeoutMs / 1_000} seconds by default and ${script.longestMs / 1_000} at most, ${script.memoryBytes / 2 ** 20} MiB`,
    `${http.timeoutMs / 1_000} seconds by default, ${stepsAtOnce.requests} of one owner at once, ${http.concurrent} to one host, answers of ${http.answerBytes / 2 ** 20} MiB`,
    `${stepsAtOnce.scripts} of one owner at once`,
    `${count(quotas.activeRuns)} that have not ended, ${count(quotas.startsPerMinute)} starts in a minute, ${quotas.storedBytes / 1024 ** 3} GB`,
    `${search.leaves} leaves of a run; a part of a text in the newest ${count(search.scannedRuns)} runs only; statements of ${database.requestStatementMs / 1_000} seconds`,
    `${requestsPerMinute.key} a minute by one key, ${count(requestsPerMinute.person)} by one person, ${count(requestsPerMinute.owner)} by all of one owner, ${requestsPerMinute.address} by one address`,
    `${bulk.operations} at once, ${count(bulk.runs)} runs each`,
  )
})

it('no package of production has gone without an update for longer than is documented, at the last review of its installed version (ASVS 15.2.1)', () => {
  const days = 183
  says('Dependencies', `other updates within ${days} days`, 'node tools/security/review-packages.mjs')
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const { reviewedOn, packages } = JSON.parse(read('tools/security/packages-reviewed.json')) as {
    reviewedOn: string
    packages: Record<string, { installed: string; newest: string; newerSince?: string }>
  }
  const installed = Object.fromEntries(Object.entries(packages).map(([name, { installed }]) => [name, installed]))
  expect(installed).toEqual(dependencies)
  const overdue = Object.entries(packages).filter(
    ([, { newerSince }]) =>
      newerSince !== undefined && Date.parse(reviewedOn) - Date.parse(newerSince) > days * 86_400_000,
  )
  expect(overdue).toEqual([])
  for (const [name, { newest, newerSince, installed }] of Object.entries(packages))
    expect(newerSince === undefined, name).toBe(newest === installed)
})

it('packages come from the registry, each with its hash, and are updated in documented times (ASVS 15.1.1, 15.1.2)', () => {
  says('Dependencies', 'seven days for a critical vulnerability', '30 days for a high one', 'package-lock.json')
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<
      string,
      { version?: string; integrity?: string; resolved?: string; link?: boolean; inBundle?: boolean }
    >
  }
  // A bundled package is a part of the one that brings it, and of its hash.
  const installed = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  )
  expect(installed.length).toBeGreaterThan(100)
  for (const [path, { version, integrity, resolved }] of installed) {
    expect(version, path).toMatch(/^\d+\.\d+\.\d+/)
    expect(integrity, path).toMatch(/^sha512-/)
    if (resolved !== undefined) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//)
  }
})
