@echo off
"%~dp0Social Data Explorer.exe" -- %*
exit /b %ERRORLEVEL%
