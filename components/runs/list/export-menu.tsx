'use client'

import { Download } from 'lucide-react'
import type { RunListQuery } from '#components/api/models.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { listTexts } from '../texts/list.ts'

/** Saves every run of the filter as a file; the server writes it as it reads. */
export function ExportMenu({ query }: { query: RunListQuery }) {
  const save = (format: 'csv' | 'json') => {
    const link = document.createElement('a')
    link.href = `/v1/workflow-runs/export?format=${format}&filter=${encodeURIComponent(JSON.stringify(query))}`
    link.download = ''
    link.click()
  }
  return (
    <Menu
      items={[
        { id: 'csv', label: listTexts.exportTheseRunsAsCSV, onSelect: () => save('csv') },
        { id: 'json', label: listTexts.exportTheseRunsAsJSON, onSelect: () => save('json') },
      ]}
    >
      <IconButton label={listTexts.export}>
        <Download />
      </IconButton>
    </Menu>
  )
}
