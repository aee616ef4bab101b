/** True where the browser can hand over a whole folder; phones mostly cannot. */
export const canPickFolders = 'webkitdirectory' in HTMLInputElement.prototype;
