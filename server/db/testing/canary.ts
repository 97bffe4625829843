import { domainToASCII } from 'node:url'
import pg from 'pg'

/** A secret in the environment of every server test; nothing that tests write may hold it in any encoding. */
export const suiteCanary = { name: 'SUITE_CANARY', value: 'Suite-Canary/7f3a+9c2e value' }

/** The twelve encodings in which tests search for a secret, written down apart from what takes them out. */
export const encodings: Readonly<Record<string, (value: string) => string>> = {
  plain: (value) => value,
  'lower case': (value) => value.toLowerCase(),
  'upper case': (value) => value.toUpperCase(),
  'percent-encoded': (value) => encodeURIComponent(value),
  'JSON-escaped': (value) => each(value, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  base64: (value) => Buffer.from(value).toString('base64'),
  base64url: (value) => Buffer.from(value).toString('base64url'),
  'hexadecimal, lower case': (value) => Buffer.from(value).toString('hex'),
  'hexadecimal, upper case': (value) => Buffer.from(value).toString('hex').toUpperCase(),
  reversed: (value) => [...value].reverse().join(''),
  'HTML entities': (value) => each(value, (code) => `&#${code};`),
  'host name of IDNA': (value) => domainToASCII(`${value.replace(/[^\p{L}\p{N}-]/gu, '')}.example`),
}

const each = (value: string, write: (code: number) => string) =>
  Array.from({ length: value.length }, (_, index) => write(value.charCodeAt(index))).join('')

/** Names of the encodings in which a text holds the value. */
export function encodingsIn(text: string, value: string): readonly string[] {
  return Object.keys(encodings).filter((name) => text.includes(searchedFor(name, value)))
}

/** Of a host name, without the domain that it was put into. */
const searchedFor = (name: string, value: string) => (encodings[name]?.(value) ?? '').replace(/\.example$/, '')

/** Throws when a text that tests have written holds the canary of the suite. */
export function refuseCanaryIn(what: string, text: string): void {
  const found = encodingsIn(text, suiteCanary.value)
  if (found.length > 0) throw new Error(`${what} holds the canary secret of the suite: ${found.join(', ')}`)
}

/** Tables that are larger are as many runs of the same kind: reading them would take longer than their tests. */
const LARGEST_BYTES = 16 * 1024 * 1024

/**
 * Throws when a table holds the canary of the suite. One query for all tables that have ever had a row: to plan it for
 * every table of the schema takes half a second.
 */
export async function refuseCanaryInTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
        where c.relkind = 'r' and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
          and pg_relation_size(c.oid) > 0 and pg_total_relation_size(c.oid) < $1`,
      [LARGEST_BYTES],
    )
    if (rows.length === 0) return
    // A row as text doubles the backslashes of its values: they are left out, here and there.
    const parts = rows.map(
      ({ name }) =>
        `select '${name}' as name where exists (select from ${name} t where replace(lower(t::text), '\\', '') like any($1))`,
    )
    const forms = Object.keys(encodings).map((name) => searchedFor(name, suiteCanary.value).toLowerCase())
    const patterns = forms.map((form) => `%${form.replaceAll('\\', '').replace(/[%_]/g, '\\$&')}%`)
    const found = await client.query<{ name: string }>(parts.join(' union all '), [[...new Set(patterns)]])
    const names = found.rows.map(({ name }) => name)
    if (names.length > 0) throw new Error(`Tables hold the canary secret of the suite: ${names.join(', ')}`)
  } finally {
    await client.end()
  }
}
