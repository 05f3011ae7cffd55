; Adds the program to "Open with" of .json files without making it the default:
; electron-builder's own fileAssociations would take over every .json file.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\SocialDataExplorer.Recipe" "" "Methods sheet (recipe)"
  WriteRegStr SHELL_CONTEXT "Software\Classes\SocialDataExplorer.Recipe\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\SocialDataExplorer.Recipe\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\.json\OpenWithProgids" "SocialDataExplorer.Recipe"
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.json\OpenWithProgids" "SocialDataExplorer.Recipe"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\SocialDataExplorer.Recipe"
!macroend
