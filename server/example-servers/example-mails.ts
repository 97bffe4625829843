import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExampleMail } from './models.ts'
import { decodeWords, headersOf, partOf } from './read-mail.ts'
import { exampleTuning } from './tuning.ts'

/**
 * Mails that the example mail server has received: raw files in the data folder, where the engine writes them and the web
 * process reads them. The name of a file begins with the instant in milliseconds, so that names sort by time.
 */
export const mailFolder = (dataDir: string): string => join(dataDir, 'example-mails')

/** Keeps a mail, and removes the oldest ones beyond the bound. */
export async function keepMail(folder: string, raw: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${Date.now()}-${randomUUID()}.eml`), raw, { mode: 0o600 })
  for (const name of (await namesIn(folder)).slice(exampleTuning.mails)) await rm(join(folder, name), { force: true })
}

/** The kept mails, the newest first. */
export async function listExampleMails(dataDir: string): Promise<readonly ExampleMail[]> {
  const folder = mailFolder(dataDir)
  const names = (await namesIn(folder)).slice(0, exampleTuning.mails)
  const mails = await Promise.all(
    names.map(async (name) => {
      const raw = await readFile(join(folder, name), 'utf8').catch(unlessGone(null))
      return raw === null ? [] : [mailOf(name, raw)]
    }),
  )
  return mails.flat()
}

function mailOf(name: string, raw: string): ExampleMail {
  const headers = headersOf(raw)
  const field = (key: string) => decodeWords(headers.get(key) ?? '')
  return {
    id: name.replace(/\.eml$/, ''),
    receivedAt: new Date(Number(name.split('-')[0])).toISOString(),
    from: field('from'),
    to: field('to'),
    subject: field('subject'),
    text: partOf(raw, 'text/plain').trim().slice(0, exampleTuning.textCharacters),
  }
}

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(unlessGone([])))
    .filter((name) => /^\d+-[\da-f-]+\.eml$/.test(name))
    .sort()
    .reverse()

const unlessGone =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value
    throw error
  }
