import type { ImportNote } from '#importers/import-note.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import { convertFile, reportText } from '../analysis/analyse.ts'
import { type KnownSources, knownNames } from '../known-names.ts'
import type { PreviewedDocument } from '../models.ts'
import { readDocuments } from './read-documents.ts'

export interface PreviewRequest extends KnownSources {
  readonly files: readonly { readonly name: string; readonly text: string }[]
}

/**
 * The preview of an import of some files, per document: parts that are understood, changed, kept without effect or
 * lost, with their lines. It stores and executes nothing. The documents may refer to each other.
 */
export async function previewImport(
  stores: Stores,
  actor: Actor,
  { files, ...sources }: PreviewRequest,
): Promise<readonly PreviewedDocument[]> {
  const known = await knownNames(stores, actor, sources)
  const { ownerId } = actor
  const read = await Promise.all(
    files.map(async ({ name, text }) => ({ file: name, ...(await convertFile(ownerId, { text, fileName: name })) })),
  )
  const first = await Promise.all(read.map(({ text }) => readDocuments(actor, text, known)))
  const together = new Set([...known.workflows, ...first.flat().flatMap(({ name }) => (name === null ? [] : [name]))])
  const documents = await Promise.all(
    read.map(async ({ text, ...file }) => ({
      ...file,
      documents: await readDocuments(actor, text, { ...known, workflows: together }),
    })),
  )
  const previewed = documents.map(({ file, from, notes, documents: inFile }) =>
    inFile.map(
      async ({ name, text, problems }, index): Promise<PreviewedDocument> => ({
        ...{ file, from, name, text },
        exists: name !== null && known.workflows.has(name),
        errors: problems.filter(({ severity }) => severity === 'error').length,
        parts: await reportText(ownerId, { text, problems, notes: notesOf(notes, name, index) }),
      }),
    ),
  )
  return Promise.all(previewed.flat())
}

/**
 * The notes of one document: those of its workflow. Notes about the file as a whole appear once, with the first
 * document.
 */
function notesOf(notes: readonly ImportNote[], name: string | null, index: number): readonly ImportNote[] {
  return notes.filter(({ workflow, step }) =>
    workflow === undefined ? index === 0 || step !== undefined : workflow === name,
  )
}
