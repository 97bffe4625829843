import { fileValueOf } from '#core/definition/files/file-value.ts'
import { isJsonList, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { ServiceCall } from './service.ts'
import { ServiceFailure } from './service-failure.ts'

/** A file as a mail carries it: the receiver saves it, and no program shows it in place. */
export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly contentDisposition: 'attachment'
  readonly content: Buffer
}

const { attachments: most, attachedBytes } = limits.mail

/**
 * The files of the run that a mail carries. An entry without a file is left out, as an optional field of a form is; a list
 * in the list is one of several files.
 */
export async function attachedFiles(
  given: Json | undefined,
  fileOf: ServiceCall['fileOf'],
): Promise<readonly Attachment[]> {
  const entries = (isJsonList(given ?? null) ? (given as readonly Json[]) : [given ?? null])
    .flatMap((one) => (isJsonList(one) ? one : [one]))
    .filter((one) => one !== null)
  if (entries.length > most) throw invalid(`A mail has at most ${most} attachments.`)
  const files = entries.map((one) => fileValueOf(one))
  if (files.some((file) => file === null)) {
    throw invalid(
      'An attachment is no uploaded file. Name an input with the format heddle-file, such as input.invoice.',
    )
  }
  // By what the values say: a file that says less than it has is counted again below.
  const said = files.reduce((sum, file) => sum + (file?.bytes ?? 0), 0)
  if (said > attachedBytes) throw tooLarge()
  const attached: Attachment[] = []
  let bytes = 0
  for (const file of files) {
    const stored = await fileOf(file?.heddle_file ?? '')
    if (stored === null) throw invalid(`The run has no file ${file?.name ?? ''}.`)
    bytes += stored.content.byteLength
    if (bytes > attachedBytes) throw tooLarge()
    attached.push({
      filename: stored.name,
      contentType: stored.mediaType,
      contentDisposition: 'attachment',
      content: stored.content,
    })
  }
  return attached
}

const invalid = (message: string) => new ServiceFailure('MAIL_INVALID', message, false)
const tooLarge = () =>
  invalid(`The attachments are too large. Those of one mail have at most ${attachedBytes / 1024 ** 2} MB.`)
