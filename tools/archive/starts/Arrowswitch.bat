@echo off
rem Starts the director's desk and opens it in the browser. "Arrowswitch.bat demo" starts the demonstration.
chcp 65001 >nul
set "PYTHONPATH=%~dp0lib"
set PYTHONUTF8=1
if exist "%~dp0python\python.exe" (
  "%~dp0python\python.exe" -s -m arrowswitch %*
) else (
  py -@PYTHON@ -s -m arrowswitch %*
)
if errorlevel 1 (
  echo Python @PYTHON@ is needed: install it, then start Arrowswitch again.
  echo Python @PYTHON@ が必要です。インストールしてから、もう一度起動してください。
  pause
)
