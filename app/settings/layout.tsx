import type { ReactNode } from 'react'
import { SettingsFrame } from '#components/settings/settings-frame.tsx'

export default function Layout({ children }: { children: ReactNode }) {
  return <SettingsFrame>{children}</SettingsFrame>
}
