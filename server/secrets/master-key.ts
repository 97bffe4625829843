import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { KEY_BYTES } from './envelope.ts'

/** A 256-bit key that wraps data keys, with the name under which its data keys are found. */
export interface MasterKey {
  readonly key: Buffer
  readonly fingerprint: string
}

/** Where the master key comes from. `made`: a file that Heddle creates, when the first secret is stored. */
export type KeySource =
  | { readonly from: 'text'; readonly setting: string; readonly text: string }
  | { readonly from: 'file'; readonly setting: string; readonly file: string }
  | { readonly from: 'made'; readonly file: string }

/** The current master key, and the previous one, which is in force beside it after a rotation. */
export interface MasterKeySettings {
  readonly current: KeySource
  readonly previous: KeySource | null
}

/** A master key that cannot be used. The message says what to do, and never shows a key. */
export class MasterKeyError extends Error {}

const advice = `It must be ${KEY_BYTES} random bytes in base64, for example from: openssl rand -base64 ${KEY_BYTES}`
const SHORT_NAME_BYTES = 8

/** What is wrong with the text of a key; null when nothing is. */
export function keyFault(text: string): string | null {
  const written = text.trim()
  const bytes = Buffer.from(written, 'base64')
  const isBase64 =
    /^[A-Za-z\d+/]+={0,2}$/.test(written) && bytes.toString('base64').replace(/=+$/, '') === written.replace(/=+$/, '')
  if (!isBase64) return `is not base64. ${advice}`
  return bytes.length === KEY_BYTES ? null : `has ${bytes.length} bytes. ${advice}`
}

export function readKey(setting: string, text: string): MasterKey {
  const fault = keyFault(text)
  if (fault !== null) throw new MasterKeyError(`${setting} ${fault}`)
  return named(Buffer.from(text.trim(), 'base64'))
}

/** The fingerprint says nothing about the key: it is a MAC under it. */
const named = (key: Buffer): MasterKey => ({
  key,
  fingerprint: createHmac('sha256', key)
    .update('heddle master key')
    .digest()
    .subarray(0, SHORT_NAME_BYTES)
    .toString('hex'),
})

/** What is wrong with a key of the settings, in a sentence for the start; null when nothing is. */
export function keySourceProblem(source: Exclude<KeySource, { readonly from: 'made' }>): string | null {
  const name = sourceName(source)
  try {
    const fault = keyFault(source.from === 'text' ? source.text : readFileSync(source.file, 'utf8'))
    return fault && `${name} ${fault}`
  } catch (error) {
    return unreadableFile(name, error)
  }
}

const sourceName = (source: KeySource): string =>
  source.from === 'text'
    ? source.setting
    : source.from === 'file'
      ? `${source.setting}, the file ${source.file},`
      : `The file ${source.file}`

const unreadableFile = (name: string, error: unknown) =>
  `${name} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`

/** Reads a key; null for a file of local mode that does not exist yet. */
export async function loadKey(source: KeySource): Promise<MasterKey | null> {
  if (source.from === 'text') return readKey(source.setting, source.text)
  const name = sourceName(source)
  try {
    return readKey(name, await readFile(source.file, 'utf8'))
  } catch (error) {
    if (error instanceof MasterKeyError) throw error
    if (source.from === 'made' && (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new MasterKeyError(unreadableFile(name, error))
  }
}

/**
 * Makes the key file of local mode, which only this user may read. The file appears whole or not at all, and of two
 * processes that make it at once, one wins.
 */
export async function makeKeyFile(file: string): Promise<MasterKey> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeKeyFile(draft, randomBytes(KEY_BYTES))
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readKey(`The file ${file}`, await readFile(file, 'utf8'))
}

export async function writeKeyFile(file: string, key: Buffer): Promise<void> {
  await writeFile(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await chmod(file, 0o600)
}
