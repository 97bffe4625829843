'use client'

import { BellOff, BellRing } from 'lucide-react'
import { type NotifySetting, switchNotifications, useNotifySetting } from '#components/inbox/notify/notify-setting.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { SettingsSection } from './settings-section.tsx'
import { settingsTexts } from './texts/settings.ts'

const words: Readonly<Record<NotifySetting, string>> = {
  on: settingsTexts.onYouAreNotifiedOnce,
  off: settingsTexts.off,
  blocked: settingsTexts.yourBrowserBlocksNotificationsFrom,
  missing: settingsTexts.yourBrowserDoesNotSupport,
}

/** The setting for desktop notices of new tasks in this browser. */
export function NotificationsSection() {
  const setting = useNotifySetting()
  const mayTurn = setting === 'on' || setting === 'off'
  return (
    <SettingsSection
      id="desktop"
      title={settingsTexts.inThisBrowser}
      about={settingsTexts.desktopNotificationsForNewTasks}
    >
      <div className="flex flex-wrap items-center gap-3">
        {mayTurn && (
          <Button
            icon={setting === 'on' ? <BellOff /> : <BellRing />}
            onClick={() => void switchNotifications(setting !== 'on')}
          >
            {setting === 'on' ? settingsTexts.turnOff : settingsTexts.turnOn}
          </Button>
        )}
        <p role="status" className="text-muted">
          {words[setting]}
        </p>
      </div>
    </SettingsSection>
  )
}
