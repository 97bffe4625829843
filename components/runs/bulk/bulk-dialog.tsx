'use client'

import { useState } from 'react'
import type { BulkVerb } from '#components/api/models.ts'
import { FormDialog } from '#components/shell/form-dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { OptionalPart } from '../optional-part.tsx'
import { ReasonField } from '../reason-field.tsx'
import { type BulkChoice, bulkVerbOf } from './bulk-choice.ts'
import { type BulkVerbType, bulkWords } from './bulk-words.ts'

const versions = {
  retry: [
    { value: 'own', label: 'Its own', description: 'The same run goes on.' },
    { value: 'newest', label: 'The newest', description: 'A new run goes on with the results that stand.' },
  ],
  rerun: [
    { value: 'own', label: 'Its own' },
    { value: 'newest', label: 'The newest' },
  ],
} as const
const results = [
  { value: 'none', label: 'Run everything', description: 'From the start.' },
  { value: 'kept', label: 'Reuse what stands', description: 'Only what failed and what follows runs.' },
] as const

export interface BulkDialogProps {
  verb: BulkVerbType
  /** `12 runs`. */
  count: string
  /** Published since they failed, if it is known that one was. */
  newerVersion?: number | null
  onClose(): void
  onConfirm(verb: BulkVerb): void
}

/** Asks once before many runs are touched. */
export function BulkDialog({ verb, count, newerVersion, onClose, onConfirm }: BulkDialogProps) {
  const [choice, setChoice] = useState<BulkChoice>({ reason: '', version: 'own', results: 'none', compensate: false })
  const change = (part: Partial<BulkChoice>) => setChoice({ ...choice, ...part })
  const { label, consequence } = bulkWords[verb]
  return (
    <FormDialog
      title={`${label} ${count}?`}
      description={consequence}
      verb={`${label} ${count}`}
      danger={verb === 'cancel' || verb === 'rollback'}
      leave="Keep them as they are"
      canSubmit
      onSubmit={() => {
        onConfirm(bulkVerbOf(verb, choice))
        onClose()
      }}
      onClose={onClose}
    >
      {(verb === 'retry' || verb === 'rerun') && (
        <Field
          label="Version"
          hint={newerVersion ? `Version ${newerVersion} was published since; none of them ran by it.` : undefined}
        >
          {(control) => (
            <Select
              {...control}
              value={choice.version}
              onValueChange={(version) => change({ version: version as BulkChoice['version'] })}
              options={versions[verb]}
            />
          )}
        </Field>
      )}
      {verb === 'rerun' && (
        <Field label="Results">
          {(control) => (
            <Select
              {...control}
              value={choice.results}
              onValueChange={(kept) => change({ results: kept as BulkChoice['results'] })}
              options={results}
            />
          )}
        </Field>
      )}
      {verb === 'cancel' && (
        <OptionalPart
          label="Sagas undo what they did first"
          isWanted={choice.compensate}
          onWanted={(compensate) => change({ compensate })}
        />
      )}
      <ReasonField many value={choice.reason} onChange={(reason) => change({ reason })} />
    </FormDialog>
  )
}
