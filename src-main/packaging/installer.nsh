; Adds the program to "Open with" of files that it opens without making it their default:
; electron-builder's own fileAssociations would take over every .json and .csv file.
!macro offerFor ENDING
  WriteRegNone SHELL_CONTEXT "Software\Classes\.${ENDING}\OpenWithProgids" "SocialDataExplorer.File"
!macroend

!macro offerNoMoreFor ENDING
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${ENDING}\OpenWithProgids" "SocialDataExplorer.File"
!macroend

!macro forEach WHAT
  !insertmacro ${WHAT} json
  !insertmacro ${WHAT} jsonl
  !insertmacro ${WHAT} ndjson
  !insertmacro ${WHAT} csv
  !insertmacro ${WHAT} tsv
  !insertmacro ${WHAT} parquet
  !insertmacro ${WHAT} xlsx
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\SocialDataExplorer.File" "" "Methods sheet or table"
  WriteRegStr SHELL_CONTEXT "Software\Classes\SocialDataExplorer.File\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\SocialDataExplorer.File\shell\open\command" "" '"$appExe" "%1"'
  !insertmacro forEach offerFor
!macroend

!macro customUnInstall
  !insertmacro forEach offerNoMoreFor
  DeleteRegKey SHELL_CONTEXT "Software\Classes\SocialDataExplorer.File"
!macroend
