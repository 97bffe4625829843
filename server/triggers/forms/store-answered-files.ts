import type { Pool } from 'pg'
import type { FileValue } from '#core/definition/files/file-value.ts'
import { fileRulesOf, problemOf } from '#core/definition/schema/check-file.ts'
import { limits } from '#core/limits.ts'
import { ApiError } from '#server/api-error.ts'
import { storeFile } from '../../files/store-file.ts'
import type { FormSection } from './form-fields.ts'

/** A file as a form sends it. */
export interface SentFile {
  readonly name: string
  readonly content: Uint8Array
}

export interface StoredAnswers {
  readonly files: ReadonlyMap<string, FileValue>
  /** By the names of the fields. */
  readonly problems: ReadonlyMap<string, string>
}

interface SubmissionKey {
  readonly ownerId: string
  readonly formId: string
  readonly submissionId: string
}

/**
 * Stores the files of a submission by the fields that ask for them. The same submission sent twice stores them once. A
 * field without a file is left out; a file that its field does not accept is not stored.
 */
export async function storeAnsweredFiles(
  pool: Pool,
  sections: readonly FormSection[],
  sent: ReadonlyMap<string, SentFile>,
  { ownerId, formId, submissionId }: SubmissionKey,
): Promise<StoredAnswers> {
  const files = new Map<string, FileValue>()
  const problems = new Map<string, string>()
  for (const { name, schema, control } of sections.flatMap(({ fields }) => fields)) {
    const file = sent.get(name)
    const rules = fileRulesOf(schema)
    if (control !== 'file' || file === undefined || rules === null) continue
    const uploaded = {
      ...file,
      uploadedBy: `form/${formId}`,
      uploadId: `${submissionId}/${name}`,
      mostUnusedBytes: limits.uploads.unusedBytesForForms,
    }
    try {
      const stored = await storeFile(pool, ownerId, uploaded, (found) => problemOf(rules, found))
      files.set(name, stored)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      problems.set(name, error.message)
    }
  }
  return { files, problems }
}
