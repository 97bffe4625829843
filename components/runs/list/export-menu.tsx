'use client'

import { Download } from 'lucide-react'
import type { RunListQuery } from '#components/api/models.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'

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
        { id: 'csv', label: 'Export these runs as CSV', onSelect: () => save('csv') },
        { id: 'json', label: 'Export these runs as JSON', onSelect: () => save('json') },
      ]}
    >
      <IconButton label="Export">
        <Download />
      </IconButton>
    </Menu>
  )
}
