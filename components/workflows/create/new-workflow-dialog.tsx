'use client'

import { Tabs } from '#components/ui/controls/tabs.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { ImportForm } from '../import/import-form.tsx'
import { TemplateList } from '../templates/template-list.tsx'
import { workflowsTexts } from '../texts/workflows.ts'
import { type Beginning, beginnings } from '../use-workflow-list.ts'
import { BlankForm } from './blank-form.tsx'

export interface NewWorkflowDialogProps {
  beginning: Beginning
  onBeginning(beginning: Beginning): void
  onClose(): void
}

/** The three ways to a new workflow. */
export function NewWorkflowDialog({ beginning, onBeginning, onClose }: NewWorkflowDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={workflowsTexts.newWorkflow} width="wide">
      <Tabs
        label={workflowsTexts.startFrom}
        className="-mx-4"
        contentClassName="overflow-visible px-4 pt-4 pb-3"
        value={beginning}
        onValueChange={(value) => {
          const next = beginnings.find((one) => one === value)
          if (next) onBeginning(next)
        }}
        tabs={[
          { value: 'blank', label: workflowsTexts.blank, content: <BlankForm /> },
          { value: 'template', label: workflowsTexts.template, content: <TemplateList /> },
          { value: 'import', label: workflowsTexts.import, content: <ImportForm onClose={onClose} /> },
        ]}
      />
    </Dialog>
  )
}
