'use client'

import { useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { workflowsTexts } from '../texts/workflows.ts'
import { NameField } from './name-field.tsx'
import { useCreateWorkflow } from './use-create-workflow.ts'

export function BlankForm() {
  const create = useCreateWorkflow()
  const [name, setName] = useState('')
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        create.blank(name.trim())
      }}
    >
      <NameField name={name} onName={setName} error={create.error} />
      <Button look="primary" type="submit" disabled={create.isBusy || name.trim() === ''} className="justify-self-end">
        {workflowsTexts.createWorkflow}
      </Button>
    </form>
  )
}
