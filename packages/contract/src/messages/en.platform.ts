/** Screens beside Files, and the panel: Latest, Publicly shared, Trash, favourites, folder tree, storage meter. */
export const platformMessages = {
  'alerts.success_confirm': 'Awesome, thanks',
  'files.sort.deleted_at': 'Deleted',
  'frame.add_to_home': 'Add to Home',
  'latest.empty.text': 'Files that you upload show up here, the newest first.',
  'latest.empty.title': 'No uploads yet',
  'latest.title': 'Latest',
  'shared.empty.text': 'Files and folders that you share by link show up here.',
  'shared.empty.title': 'Nothing is shared',
  'shared.short_title': 'Shared',
  'shared.title': 'Publicly shared',
  'trash.cleared.message': 'Your trash was successfully cleared.',
  'trash.cleared.title': 'All clear',
  'trash.dump': 'Empty trash',
  'trash.dump.message_one':
    '{{count, number}} item ({{size}}) will be deleted forever. This can’t be undone.',
  'trash.dump.message_other':
    '{{count, number}} items ({{size}}) will be deleted forever. This can’t be undone.',
  'trash.dump.title': 'Empty trash?',
  'trash.empty.text': 'What you delete waits here, in case you want it back.',
  'trash.empty.title': 'Trash is empty',
  'trash.folder_notice': 'This folder is in the trash. Nothing can be added to it.',
  'trash.restore': 'Restore',
  'trash.restore_item': 'Restore {{name}}',
  'trash.title': 'Trash',
} as const;
