'use client'

import { useId, useState } from 'react'
import type { BulkVerb } from '#components/api/models.ts'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
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
  onClose(): void
  onConfirm(verb: BulkVerb): void
}

/** Asks once before many runs are touched. */
export function BulkDialog({ verb, count, onClose, onConfirm }: BulkDialogProps) {
  const [choice, setChoice] = useState<BulkChoice>({ reason: '', version: 'own', results: 'none', compensate: false })
  const change = (part: Partial<BulkChoice>) => setChoice({ ...choice, ...part })
  const { label, consequence } = bulkWords[verb]
  const undoId = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="narrow"
      title={`${label} ${count}?`}
      description={consequence}
      footer={
        <>
          <Button onClick={onClose}>Keep them as they are</Button>
          <Button
            look={verb === 'cancel' || verb === 'rollback' ? 'danger' : 'primary'}
            onClick={() => {
              onConfirm(bulkVerbOf(verb, choice))
              onClose()
            }}
          >
            {label} {count}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pb-2">
        {(verb === 'retry' || verb === 'rerun') && (
          <Field label="Version">
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
          <div className="flex items-center gap-2">
            <Checkbox
              id={undoId}
              checked={choice.compensate}
              onCheckedChange={(checked) => change({ compensate: checked === true })}
            />
            <label htmlFor={undoId}>Sagas undo what they did first</label>
          </div>
        )}
        <ReasonField many value={choice.reason} onChange={(reason) => change({ reason })} />
      </div>
    </Dialog>
  )
}
